import { compareText } from '../core/text.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { type Project, writingIn } from '../snapshot/project.ts'
import { readOnce } from '../snapshot/read-once.ts'
import { checkMemory } from './check-snapshot.ts'
import { fixPlan, readExpected } from './fix-plan.ts'
import { copyReplaced } from './keep-aside.ts'
import type { MemoryContext, Sides } from './load-options.ts'
import { addIgnoredMemory } from './see-ignored.ts'

/** What `--fix` did, and the work tree as it is now. */
export type Mended = {
  readonly fixed: number
  /** Paths of the files that were changed, derived ones included. */
  readonly written: readonly string[]
  readonly notes: readonly string[]
  readonly sides: Sides
  /** Paths of documents whose facts no earlier run had found. */
  readonly fresh: readonly string[]
}

type FixRequest = {
  readonly project: Project
  readonly sides: Sides
  readonly isWanted: (path: string) => boolean
}

/** Applies every safe fix to the work tree. A file that somebody changed meanwhile is left alone and named. */
export async function applyFixes(
  { project, sides, isWanted }: FixRequest,
  load: MemoryContext,
): Promise<Mended> {
  const found = await checkMemory({ ...load, ...sides, before: null })
  const { fresh } = found
  const fixable = found.diagnostics.filter((one) => one.fixable && isWanted(one.path))
  if (fixable.length === 0) return { fixed: 0, written: [], notes: [], sides, fresh }
  const { today } = sides
  const snapshot = readOnce(sides.after)
  const plan = await fixPlan({ snapshot, today, wanted: ({ path }) => isWanted(path) }, load)
  const kept = await copyReplaced(project, snapshot, { memories: found.memories, plan })
  const { written, refused } = await applyWritePlan(
    project.root,
    plan,
    await readExpected(snapshot, plan),
    writingIn(project),
  )
  const notes = [...kept, ...refused.map(({ path, reason }) => `${path} was not written: ${reason}`)]
  const now: Sides = {
    ...sides,
    after: addIgnoredMemory(await openWorkTree(project), { root: project.root, ...load }),
  }
  const left = await checkMemory({ ...load, ...now, before: null })
  const still = left.diagnostics.filter((one) => one.fixable && isWanted(one.path)).length
  const paths = [...written].sort(compareText)
  return { fixed: Math.max(0, fixable.length - still), written: paths, notes, sides: now, fresh }
}
