import type { WritePlan } from '../core/write-plan.ts'
import { applyWritePlan } from '../files/write-plan.ts'
import { checkSnapshot, type Sides } from './check-snapshot.ts'
import { bytesBefore, fixPlan } from './fix-plan.ts'
import { keepReplaced } from './keep-aside.ts'
import type { LoadOptions } from './load-documents.ts'
import { openWorkTree } from './open-snapshot.ts'
import type { Project } from './project.ts'

/** What `--fix` did, and the work tree as it is now. */
export type Mended = {
  readonly fixed: number
  readonly notes: readonly string[]
  readonly sides: Sides
  /** Documents whose facts an earlier run had found. */
  readonly cached: number
}

type FixRequest = {
  readonly project: Project
  readonly sides: Sides
  readonly isWanted: (path: string) => boolean
}

/** Applies every safe fix to the work tree. A file that somebody changed meanwhile is left alone and named. */
export async function applyFixes(
  { project, sides, isWanted }: FixRequest,
  load: LoadOptions,
): Promise<Mended> {
  const found = await checkSnapshot({ ...sides, before: null }, load)
  const { cached } = found
  const fixable = found.diagnostics.filter((one) => one.fixable && isWanted(one.path))
  if (fixable.length === 0) return { fixed: 0, notes: [], sides, cached }
  const { after: snapshot, today } = sides
  const plan = await fixPlan({ snapshot, today, wanted: ({ path }) => isWanted(path) }, load)
  const notes = [
    ...(await keepReplaced(project, snapshot, { memories: found.memories, plan })),
    ...(await write(project, sides, plan)),
  ]
  const now: Sides = { ...sides, after: await openWorkTree(project) }
  const left = await checkSnapshot({ ...now, before: null }, load)
  const still = left.diagnostics.filter((one) => one.fixable && isWanted(one.path)).length
  return { fixed: Math.max(0, fixable.length - still), notes, sides: now, cached }
}

async function write(project: Project, { after }: Sides, plan: WritePlan): Promise<string[]> {
  const { refused } = await applyWritePlan(project.root, plan, await bytesBefore(after, plan))
  return refused.map(({ path, reason }) => `${path} was not written: ${reason}`)
}
