import { type MemoryOverview, tokensAtStart } from '../core/memory-overview.ts'
import { isUserError } from '../core/messages.ts'
import type { Growth } from '../core/report.ts'
import { commitsOf } from '../git/commits-of.ts'
import { layouts } from '../layouts/index.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import { loadSides } from './check-memory.ts'
import { type MemoryRequest, openMemory } from './open-memory.ts'
import { overviewsOf } from './overview.ts'

/** So many commits are read. */
const MOST = 6

/**
 * How many tokens the sessions of each agent began with, at some of the commits that changed the files that are loaded now. None
 * without git, and for what nothing loads at the start.
 */
export async function growthOf(
  overviews: readonly MemoryOverview[],
  request: MemoryRequest,
): Promise<readonly Growth[]> {
  const now = tokensAtStart(overviews)
  const loads = overviews.flatMap(({ loads: all = [] }) => all).filter(({ session }) => session !== null)
  const paths = [...new Set(loads.flatMap(({ files }) => files.map(({ path }) => path)))]
  const repository = request.project?.repository
  if (!repository || paths.length === 0) return []
  // What loads nothing is not read.
  const own = new Set(overviews.filter(({ loads: all = [] }) => all.length > 0).map(({ layout }) => layout))
  const wanted = { ...request, layouts: layouts.filter(({ id }) => own.has(id)) }
  const commits = spread(await commitsOf(repository.top, paths)).toReversed()
  const points: { commit: string; date: string; tokens: ReadonlyMap<string, number> }[] = []
  for (const { commit, date } of commits) {
    const tokens = await tokensAt(commit, wanted)
    if (tokens) points.push({ commit, date, tokens })
  }
  return [...now].map(([agent, tokens]) => ({
    agent,
    commits: points.flatMap(({ commit, date, tokens: then }) => {
      const known = then.get(agent)
      return known === undefined ? [] : [{ commit, date, tokens: known }]
    }),
    now: tokens,
  }))
}

/** The first, the last, and some in between. */
function spread<T>(all: readonly T[]): readonly T[] {
  if (all.length <= MOST) return all
  return Array.from({ length: MOST }, (_, i) => all[Math.round((i * (all.length - 1)) / (MOST - 1))]).flatMap(
    (one) => one ?? [],
  )
}

/** Null for a commit whose memory cannot be read as it is now, such as with settings of then. */
async function tokensAt(commit: string, request: MemoryRequest): Promise<ReadonlyMap<string, number> | null> {
  try {
    const after = await openCommit(request.project?.root ?? request.cwd, commit)
    const memory = await openMemory({ ...request, sides: { after, before: null }, proves: undefined })
    const { after: side } = await loadSides(memory)
    memory.facts.save?.()
    return tokensAtStart(overviewsOf(side.memories, []))
  } catch (error) {
    if (!isUserError(error)) throw error
    return null
  }
}
