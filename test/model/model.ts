import { type Attempt, checkCommit, type Outcome } from './check-commit.ts'
import { chooseForm } from './choose-form.ts'
import { commitArguments, predict, runCommit } from './commit-form.ts'
import { someOperation } from './operations.ts'
import { takePicture } from './picture.ts'
import { randomFrom } from './random.ts'
import { openSandbox, preCommitHook, randomVariant, type Variant } from './sandbox.ts'
import { statusFaults } from './status.ts'
import { newWorld, noteRebuiltEdits, noteWritten, type World } from './world.ts'

/** What a run in one repository is made of. */
export type ModelRun = {
  /** The same seed gives the same run. */
  readonly seed: number
  /** Attempts to commit. */
  readonly commits: number
  /** Absolute path of the command under test. */
  readonly memkeep: string
}

/** The result of a run. */
export type ModelResult = {
  readonly seed: number
  readonly variant: Variant
  readonly outcomes: { readonly [outcome in Outcome]: number }
  /** Empty when every promise was kept; else the run ended at the first broken one. */
  readonly faults: readonly string[]
  /** Everything that was done, up to the fault. */
  readonly story: readonly string[]
}

const STATUS_EVERY = 5

/** Works and commits at random in a new repository, and checks every promise of the hook after every commit. */
export async function runModel({ seed, commits, memkeep }: ModelRun): Promise<ModelResult> {
  const random = randomFrom(seed)
  const variant = randomVariant(random)
  const sandbox = await openSandbox(preCommitHook(memkeep), variant)
  const world = newWorld(sandbox, random)
  const outcomes = { committed: 0, refused: 0, aborted: 0 }
  const result = (faults: readonly string[]): ModelResult => ({
    seed,
    variant,
    outcomes,
    faults,
    story: world.story,
  })
  try {
    for (let number = 1; number <= commits; number += 1) {
      const { outcome, faults } = await step(world, number)
      outcomes[outcome] += 1
      if (faults.length > 0) return result(faults)
    }
    await sandbox.git(['fsck', '--strict', '--no-dangling'])
    return result([])
  } catch (error) {
    return result([error instanceof Error ? error.message : String(error)])
  } finally {
    await sandbox.dispose()
  }
}

async function step(world: World, number: number): Promise<Awaited<ReturnType<typeof checkCommit>>> {
  const { random, sandbox, story } = world
  for (let left = 1 + random.below(4); left > 0; left -= 1) await someOperation(world)
  const before = await world.look()
  const form = chooseForm(random, before)
  story.push(`git ${commitArguments(form).join(' ')}${form.abort ? `, aborted by its ${form.abort}` : ''}`)
  const ended = await runCommit(sandbox, form)
  const after = await takePicture(sandbox)
  world.seen(after)
  const attempt: Attempt = { form, predicted: predict(form, before, sandbox), before, after, ended }
  const { outcome, faults } = await checkCommit(world, attempt)
  story.push(`  ${outcome}`)
  noteRebuiltEdits(world, before, after)
  noteWritten(world, before, after)
  const status = number % STATUS_EVERY === 0 ? await statusFaults(sandbox, after) : []
  return { outcome, faults: [...faults, ...status] }
}

/** A fault with all that is needed to see it again. */
export function describeResult({ seed, variant, faults, story }: ModelResult): string {
  const set = Object.entries(variant).flatMap(([name, on]) => (on ? [name] : []))
  const where = `seed ${seed}, ${set.join(' ') || 'plain repository'}`
  return [where, ...story.map((line) => `  ${line}`), ...faults.map((fault) => `✖ ${fault}`)].join('\n')
}
