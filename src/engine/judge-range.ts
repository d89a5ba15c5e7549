import type { Diagnostic } from '../core/diagnostic.ts'
import { wantedLayouts } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { listMerges } from '../git/history.ts'
import { isCutOff, listRange, type RangeCommit, readCommits, type TouchedFile } from '../git/range-history.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import type { MemoryContext, MemoryView } from './context.ts'
import { judgeMerges } from './judge-merges.ts'
import {
  ANYWHERE,
  type Found,
  isClean,
  type RangeBounds,
  type RangeHistory,
  reported,
  type Version,
  versionsIn,
} from './range-findings.ts'
import { searchBlobs, secretHits } from './search-versions.ts'
import { hookPaths, settingsBefore } from './settings/load-settings.ts'

/** At most so much of a range is searched: a few seconds of work. */
const MOST: RangeBounds = { commits: 10_000, versions: 5_000, bytes: 256 * 1024 * 1024 }

/** What a change leaves in history though its tip does not have it, and remarks about what was not searched. */
type RangeHarm = { readonly diagnostics: readonly Diagnostic[]; readonly notes: readonly string[] }

/**
 * Looks for secrets, and for hidden text, in all that commits bring into history: each version of a memory file that neither end
 * of the range has, names of memory files, and messages of commits that touch memory. What an end has is judged there.
 */
export async function judgeRange(history: RangeHistory, memory: MemoryView): Promise<RangeHarm> {
  const { top, range, git = {}, most = MOST } = history
  const readings = await settingsOf(memory)
  const settings = readings[0]
  const { commits, isCut } = await commitsIn(history, possibleMemory(memory, readings))
  const versions = versionsIn(commits)
  const open = versions.filter((one) => !isAtAnEnd(one, memory) && !isClean(one, memory, settings))
  const ids = [...new Set(open.map(({ id }) => id))].reverse()
  const searched = await searchBlobs(top, ids.slice(0, most.versions), {
    settings,
    git,
    mostBytes: most.bytes,
  })
  const found = [
    ...open.flatMap(({ path, oid, id }) =>
      (searched.hits.get(id) ?? []).map((hit): Found => ({ hit, within: 'file', path, oid, id })),
    ),
    ...(await inNames(versions, memory, settings)),
    ...(await inMessages(commits, settings)),
  ]
  return {
    diagnostics: found.length === 0 ? [] : await reported(found, { commits, history, memory, readings }),
    notes: [
      ...((await isCutOff(top, range, git)) ? [CUT_OFF] : []),
      ...(isCut ? [`only the newest ${most.commits} commits were ${SEARCHED}`] : []),
      ...leftOut(searched.left.length + Math.max(0, ids.length - most.versions), 'older'),
      ...leftOut(searched.failed.length, 'unreadable'),
    ],
  }
}

/** What merges of a range lost, fused, doubled or changed, and no later commit has put right. */
export async function judgeMergesOf(
  { top, range, git = {} }: RangeHistory,
  memory: MemoryContext,
): Promise<RangeHarm> {
  const [base = null] = range.not
  const ends = { tip: range.tip, base }
  const merges = await listMerges(top, { ...ends, published: true, most: 1 }, git)
  if (merges.length === 0) return { diagnostics: [], notes: [] }
  const tip = await openCommit(top, range.tip, git)
  const paths = hookPaths(memory.layouts, memory.settings)
  return judgeMerges({ top, range: ends, tip, git, paths }, memory)
}

const SEARCHED = 'searched for secrets that a later commit takes out'
const CUT_OFF = `this clone is shallow: not all commits were ${SEARCHED} (\`git fetch --unshallow\`)`

function leftOut(count: number, which: string): readonly string[] {
  const versions = count === 1 ? 'version of a memory file was' : 'versions of memory files were'
  return count > 0 ? [`${count} ${which} ${versions} not ${SEARCHED}`] : []
}

/** So many commits are read at a time: one may change many files. */
const PAGE = 500

/** The commits that may touch memory, the oldest first, with the files that may be memory. */
async function commitsIn(
  { top, range, git = {}, most = MOST }: RangeHistory,
  isPossible: (file: TouchedFile) => boolean,
): Promise<{ readonly commits: readonly RangeCommit[]; readonly isCut: boolean }> {
  const oids = await listRange(top, range, { ...git, most: most.commits + 1 })
  const commits: RangeCommit[] = []
  for (let at = 0; at < Math.min(oids.length, most.commits); at += PAGE) {
    const page = oids.slice(at, Math.min(at + PAGE, most.commits))
    for (const commit of await readCommits(top, page, git)) {
      const files = commit.files.filter(isPossible)
      if (commit.isMerge || files.length > 0) commits.push({ ...commit, files })
    }
  }
  return { commits: commits.reverse(), isCut: oids.length > most.commits }
}

/** Settings by which memory is found; the first are those that judge it, which the change itself cannot loosen. */
async function settingsOf(memory: MemoryView): Promise<readonly [Settings, ...Settings[]]> {
  const earlier = memory.mode?.isLetIn ? null : await settingsBefore(memory.before, memory)
  return earlier ? [earlier, memory.settings] : [memory.settings]
}

/** A test for what some layout may claim: whether that one is in use is asked where something was found. */
function possibleMemory(
  { allLayouts, layouts }: MemoryView,
  readings: readonly Settings[],
): (file: TouchedFile) => boolean {
  const all = readings.map((one) => [one, wantedLayouts(allLayouts ?? layouts, one)] as const)
  const known = new Map<string, boolean>()
  return ({ path, mode: made }) => {
    const mode = made ?? 'file'
    const key = `${mode} ${path}`
    const isClaimed =
      known.get(key) ??
      all.some(([settings, own]) => own.some((layout) => layout.claim(path, mode, settings) !== null))
    known.set(key, isClaimed)
    return isClaimed
  }
}

function isAtAnEnd({ path, id }: Version, { before, after }: MemoryView): boolean {
  return before?.files.get(path)?.id === id || after.files.get(path)?.id === id
}

async function inNames(
  versions: readonly Version[],
  { before }: MemoryView,
  settings: Settings,
): Promise<readonly Found[]> {
  const added = versions.filter(({ path }) => !before?.files.has(path))
  const found = await Promise.all(
    added.map(async ({ path, oid }) =>
      (await secretHits(path, settings)).map((hit): Found => ({ hit, within: 'name', path, oid })),
    ),
  )
  return found.flat()
}

async function inMessages(commits: readonly RangeCommit[], settings: Settings): Promise<readonly Found[]> {
  const found = await Promise.all(
    commits.map(async ({ oid, message }) =>
      (await secretHits(message, settings)).map(
        (hit): Found => ({ hit, within: 'message', path: ANYWHERE, oid }),
      ),
    ),
  )
  return found.flat()
}
