import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkCommit } from './check-commit.ts'
import { chooseForm } from './choose-form.ts'
import { type CommitForm, commitArguments, predict, runCommit } from './commit-form.ts'
import { GIT_SURROUNDINGS } from './git.ts'
import { indexAt } from './independent-index.ts'
import { someOperation } from './operations.ts'
import { changedPaths, type Picture, takePicture } from './picture.ts'
import { randomFrom } from './random.ts'
import { openSandbox, PLAIN_VARIANT, preCommitHook, type Sandbox } from './sandbox.ts'
import { newWorld, noteRebuiltEdits, type World } from './world.ts'

/** Kills in one repository. */
export type KillRun = { readonly seed: number; readonly kills: number; readonly memkeep: string }

/** Their result; no faults when nothing was lost and everything could go on. */
export type KillResult = {
  readonly seed: number
  /** Kills that came before git was done by itself. */
  readonly hits: number
  readonly faults: readonly string[]
  readonly story: readonly string[]
}

/** Longer than a commit takes, so that every moment of it is hit. */
const LATEST_MS = 250

/** Prints the process id of the hook, which `exec` hands on to the command. */
const TELL_PID = '[ -z "$MODEL_PID" ] || echo $$ >"$MODEL_PID"\n'

/** Kills commits at random moments and goes on working; nothing may be lost, and the next commit must be right. */
export async function runKills({ seed, kills, memkeep }: KillRun): Promise<KillResult> {
  const random = randomFrom(seed)
  const linked = random.chance(0.3)
  const sandbox = await openSandbox(preCommitHook(memkeep, TELL_PID), { ...PLAIN_VARIANT, linked })
  const world = newWorld(sandbox, random)
  let hits = 0
  const result = (faults: readonly string[]): KillResult => ({ seed, hits, faults, story: world.story })
  try {
    for (let number = 0; number < kills; number += 1) {
      const { isHit, faults } = await killOne(world)
      hits += isHit ? 1 : 0
      if (faults.length > 0) return result(faults)
    }
    return result([])
  } catch (error) {
    return result([error instanceof Error ? error.message : String(error)])
  } finally {
    await sandbox.dispose()
  }
}

async function killOne(world: World): Promise<{ isHit: boolean; faults: string[] }> {
  const { random, sandbox, story } = world
  for (let left = 1 + random.below(4); left > 0; left -= 1) await someOperation(world)
  const before = await world.look()
  const form: CommitForm = { ...chooseForm(random, before), abort: null }
  const kill = { delay: random.below(LATEST_MS), isHookAlone: random.chance(0.4) }
  story.push(
    `git ${commitArguments(form).join(' ')}, ${kill.isHookAlone ? 'its hook' : 'all of it'} killed after ${kill.delay} ms`,
  )
  const isHit = await killedCommit(sandbox, form, kill)
  const after = await takePicture(sandbox)
  const faults = [...lossFaults(world, before, after), ...strays(sandbox)]
  removeStaleLocks(sandbox)
  noteRebuiltEdits(world, before, after)
  world.seen(null)
  await sandbox.git(['fsck', '--strict', '--no-dangling'])
  return { isHit, faults: faults.length > 0 ? faults : await nextCommit(world) }
}

type Kill = { readonly delay: number; readonly isHookAlone: boolean }

/** Starts a commit and kills it, or its hook; true when that came in time. */
async function killedCommit(sandbox: Sandbox, form: CommitForm, kill: Kill): Promise<boolean> {
  const pidFile = join(sandbox.commonDir, 'model-pid')
  rmSync(pidFile, { force: true })
  const child = spawn('git', commitArguments(form), {
    cwd: join(sandbox.dir, form.cwd),
    env: { ...GIT_SURROUNDINGS, GIT_EDITOR: 'true', MODEL_PID: pidFile },
    stdio: 'ignore',
    detached: true,
  })
  const group = child.pid ?? 0
  let isHit = false
  const timer = setTimeout(() => {
    isHit = kill.isHookAlone ? killHook(pidFile) : signal(-group, 'SIGKILL')
  }, kill.delay)
  await new Promise((resolve) => child.on('close', resolve))
  clearTimeout(timer)
  // What the hook had started goes on for a moment.
  while (signal(-group, 0)) await new Promise((resolve) => setTimeout(resolve, 5))
  rmSync(pidFile, { force: true })
  return isHit
}

function killHook(pidFile: string): boolean {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0
  return pid > 1 && signal(pid, 'SIGKILL')
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** No bytes are lost, and nothing that is not a memory index has come to be. */
function lossFaults({ written }: World, before: Picture, after: Picture): string[] {
  const changed = changedPaths(before.work, after.work, (a, b) => a.equals(b))
  const others = changed
    .filter((path) => indexAt(path) === null)
    .map((path) => `killed, and ${path} has changed`)
  const emptied = [...after.work].filter(([path, bytes]) => indexAt(path) !== null && bytes.length === 0)
  const torn = emptied.filter(([path]) => !written.has(path)).map(([path]) => `killed, and ${path} is torn`)
  return [...others, ...torn]
}

/** The locks that git leaves behind when it is killed, and that it asks people to remove. */
const GIT_LOCKS =
  /^(?:index\.lock|index\.lock\.lock|next-index-\d+\.lock|next-index-\d+\.lock\.lock|HEAD\.lock)$/

function locksIn({ gitDir }: Sandbox): string[] {
  return readdirSync(gitDir).filter((name) => name.endsWith('.lock'))
}

function strays(sandbox: Sandbox): string[] {
  return locksIn(sandbox)
    .filter((name) => !GIT_LOCKS.test(name))
    .map((name) => `killed, and ${name} is left`)
}

function removeStaleLocks(sandbox: Sandbox): void {
  for (const name of locksIn(sandbox)) rmSync(join(sandbox.gitDir, name))
  // Unfinished files of the command lie in git's directory, and are swept minutes later: too long to wait here.
  for (const folder of [sandbox.gitDir, sandbox.commonDir]) removeUnfinished(join(folder, 'memkeep'))
  const heads = join(sandbox.commonDir, 'refs', 'heads')
  for (const name of readdirSync(heads)) if (name.endsWith('.lock')) rmSync(join(heads, name))
}

function removeUnfinished(folder: string): void {
  rmSync(join(folder, 'tmp'), { recursive: true, force: true })
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) if (name.endsWith('.tmp')) rmSync(join(folder, name))
}

async function nextCommit(world: World): Promise<string[]> {
  const { random, sandbox, story } = world
  const before = await world.look()
  const form: CommitForm = { ...chooseForm(random, before), abort: null, allowEmpty: true }
  story.push(`git ${commitArguments(form).join(' ')}`)
  const ended = await runCommit(sandbox, form)
  const after = await takePicture(sandbox)
  world.seen(after)
  const predicted = predict(form, before, sandbox)
  const { outcome, faults } = await checkCommit(world, { form, predicted, before, after, ended })
  story.push(`  ${outcome}`)
  return [...faults]
}
