import type { Diagnostic } from '../core/diagnostic.ts'
import { changeRuleIds } from '../core/layout.ts'
import { isUserError } from '../core/messages.ts'
import { commitParents, listLater, listMerges } from '../git/history.ts'
import type { GitOptions } from '../git/run-git.ts'
import { type MergeSnapshots, openCommit, openMergeSides } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, sameBelow } from '../snapshot/project.ts'
import { checkMemory } from './check-memory.ts'
import { type MemoryContext, type MemoryView, withSides } from './context.ts'
import { findLayoutsOn } from './layouts-on.ts'

/** A part of a history with its tip open. */
type MergeHistory = {
  readonly top: string
  readonly range: { readonly tip: string; readonly base: string | null }
  readonly tip: OpenSnapshot
  readonly git: GitOptions
  /** The paths of the memory. */
  readonly paths: readonly string[]
  /**
   * Before a push: judges at most this many of the newest merges that no remote has; one that cannot be judged gives a
   * remark. When absent, every merge is judged, and one that cannot be judged is an error.
   */
  readonly most?: number
}

/** What merges have done, with places at the tip, and remarks about merges that could not be judged. */
type MergeHarm = { readonly diagnostics: readonly Diagnostic[]; readonly notes: readonly string[] }

/**
 * Judges every merge commit of a part of a history: what it lost, fused, doubled or changed, and what no
 * later commit has put right. Throws `UserError` where one cannot be judged and has to be.
 */
export async function judgeMerges(history: MergeHistory, load: MemoryContext): Promise<MergeHarm> {
  const { top, range, git, most } = history
  const oids = await listMerges(top, { ...range, published: most === undefined, most: most && most + 1 }, git)
  const found = new Map<string, Diagnostic>()
  const isCut = most !== undefined && oids.length > most
  const notes = isCut ? [`only the newest ${most} merges were looked at`] : []
  for (const oid of oids.slice(0, most)) {
    try {
      for (const one of await harmOf(oid, history, load)) found.set(sameness(one), one)
    } catch (error) {
      if (most === undefined || !isUserError(error)) throw error
      notes.push(`the merge ${oid.slice(0, 12)} could not be judged: ${error.message}`)
    }
  }
  return { diagnostics: [...found.values()], notes }
}

/** So many later commits are asked whether they put right what a merge did. */
const MOST_LATER = 50

async function harmOf(
  oid: string,
  { top, tip, range, git, paths }: MergeHistory,
  memory: MemoryContext,
): Promise<readonly Diagnostic[]> {
  const parents = await commitParents(top, oid, git)
  const [first = ''] = parents
  const [after, before, merge] = await Promise.all([
    openCommit(top, oid, git),
    openCommit(top, first, git),
    openMergeSides(top, parents, git),
  ])
  if (joinsNothing(before, after, merge, paths)) return []
  const done = await changesIn(withSides(memory, { before, after, merge }))
  if (done.length === 0) return []
  const keys = new Set(done.map(sameness))
  const leftIn = async (now: OpenSnapshot): Promise<readonly Diagnostic[]> =>
    (await changesIn(withSides(memory, { before, after: now, merge }))).filter((one) =>
      keys.has(sameness(one)),
    )
  let left = await leftIn(tip)
  if (left.length === 0) return []
  // What is done again after it was put right is a commit's own.
  const touched = [...new Set(left.map(({ path }) => path))]
  for (const later of await listLater(
    top,
    { from: oid, tip: range.tip, paths: touched, most: MOST_LATER },
    git,
  )) {
    const then = new Set((await leftIn(await openCommit(top, later, git))).map(sameness))
    left = left.filter((one) => then.has(sameness(one)))
    if (left.length === 0) return []
  }
  return left
}

/** A merge cannot lose memory that is the same on all sides. */
function joinsNothing(
  before: OpenSnapshot,
  after: OpenSnapshot,
  { others }: MergeSnapshots,
  paths: readonly string[],
): boolean {
  return [after, ...others].every((one) => sameBelow(paths, before, one))
}

/** Errors that only a comparison of both sides can find. */
async function changesIn(view: MemoryView): Promise<readonly Diagnostic[]> {
  const memory = await findLayoutsOn(view)
  const { diagnostics } = await checkMemory(memory)
  const own = changeRuleIds(memory)
  return diagnostics.filter(({ rule, severity }) => severity === 'error' && own.has(rule))
}

/** Of several places that one finding speaks of, some may be put right. */
function sameness({ path, rule, message, alike }: Diagnostic): string {
  return JSON.stringify([path, rule, alike?.shape ?? message])
}
