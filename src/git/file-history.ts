import type { CommitDate } from '../core/migration.ts'
import { isUnborn } from './history.ts'
import { wholeRecords } from './records.ts'
import { askGit, type GitOptions, gitFailure, gitNonsense, isObjectId } from './run-git.ts'

/** What one commit did to a file's content. */
export type ContentChange = CommitDate & {
  /** The blob before and after; null for none, and for anything but a file. */
  readonly before: string | null
  readonly after: string | null
}

/** What the commits that lead to HEAD did to one file, under all its names, the newest first. Merges are left out. */
export type FileLog = {
  readonly changes: readonly ContentChange[]
  /** The first commit that has the file; null where no listed commit adds it. */
  readonly added: CommitDate | null
}

/** One entry of `--raw`: `path` is the name after the commit, `from` the one before it where that was another. */
type RawEntry = {
  readonly status: string
  readonly path: string
  readonly from: string
  readonly before: string | null
  readonly after: string | null
}

/** Every flag overrides a setting that a repository may have. */
const LOG = [
  'log',
  '--raw',
  '-z',
  '--no-abbrev',
  '-M',
  '-l1000',
  '--root',
  '--date-order',
  '--no-color',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-notes',
  '--no-decorate',
  '--no-mailmap',
  '--ignore-submodules=all',
  '--format=%H %as',
]

const ENTRY = /^\n?:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/
const HEADER = /^([0-9a-f]{40,64}) (\d{4}-\d\d-\d\d)$/

/**
 * The history of many files in one pass over `git log`, renames followed. A path that no commit has is not in the
 * answer; before the first commit nothing is. Throws `UserError` when git fails.
 */
export async function readFileHistory(
  top: string,
  paths: readonly string[],
  options: GitOptions = {},
): Promise<ReadonlyMap<string, FileLog>> {
  return (await readFileHistoryTo(top, paths, { ...options, tip: 'HEAD' })) ?? new Map()
}

/** The history that leads to another commit: null where git is not done after `most` milliseconds. */
export async function readFileHistoryTo(
  top: string,
  paths: readonly string[],
  { tip, most, ...options }: GitOptions & { readonly tip: string; readonly most?: number },
): Promise<ReadonlyMap<string, FileLog> | null> {
  if (paths.length === 0) return new Map()
  const args = [...LOG, tip, '--', ...patterns(paths)]
  const answer = await askGit(top, args, { ...options, most, magic: true })
  if (answer.code !== 0) {
    if (most !== undefined && answer.signal !== null) return null
    if (answer.code === 128 && (await isUnborn(top, options))) return new Map()
    throw gitFailure(top, args, answer)
  }
  const files = followed(paths)
  const records = wholeRecords(answer.stdout)
  for (let i = 0; i < records.length; ) i = takeCommit(records, i, files)
  return files.logs()
}

/**
 * Patterns for all files of the same extensions. A rename is seen only when both names match, and most commits touch
 * no such file.
 */
function patterns(paths: readonly string[]): string[] {
  const endings = new Set(paths.map((path) => /\.[A-Za-z0-9]+$/.exec(path)?.[0] ?? ''))
  return endings.has('') ? [] : [...endings].map((ending) => `*${ending}`)
}

/** Reads a commit's header and its entries; returns where the next one starts. */
function takeCommit(records: readonly string[], start: number, files: Followed): number {
  const [, commit, date] = HEADER.exec(records[start] ?? '') ?? []
  if (commit === undefined || date === undefined) throw gitNonsense(LOG, records[start] ?? '')
  const entries: RawEntry[] = []
  let at = start + 1
  for (; at < records.length; ) {
    const found = ENTRY.exec(records[at] ?? '')
    if (!found) break
    const isRename = found[5] === 'R' || found[5] === 'C'
    entries.push(entryOf(found, records[at + 1], isRename ? records[at + 2] : records[at + 1]))
    at += isRename ? 3 : 2
  }
  files.take({ commit, date }, entries)
  return at
}

function entryOf(
  [, was = '', is = '', before = '', after = '', status = '']: RegExpExecArray,
  from: string | undefined,
  path: string | undefined,
): RawEntry {
  if (!from || !path || !isObjectId(before) || !isObjectId(after)) throw gitNonsense(LOG, `${status} ${path}`)
  return {
    status,
    from: nameOf(from),
    path: nameOf(path),
    before: was.startsWith('100') ? before : null,
    after: is.startsWith('100') ? after : null,
  }
}

/** A name that is not UTF-8 gets U+FFFD, so it matches no path that was asked for. */
function nameOf(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

type Followed = {
  readonly take: (commit: CommitDate, entries: readonly RawEntry[]) => void
  readonly logs: () => ReadonlyMap<string, FileLog>
}

/** A present path, with its history as far as the commits were read. */
type Trail = { readonly path: string; readonly changes: ContentChange[]; added: CommitDate | null }

/** Follows files back through their commits, which come the newest first. */
function followed(paths: readonly string[]): Followed {
  const trails = paths.map((path): Trail => ({ path, changes: [], added: null }))
  /** By name: the trails of the files that had it before the commits read so far. */
  const names = new Map<string, readonly Trail[]>(trails.map((trail) => [trail.path, [trail]]))
  /** Names whose file was added with this content: that undid an older deletion of the same content. */
  const restored = new Map<string, { readonly trails: readonly Trail[]; readonly id: string | null }>()

  const take: Followed['take'] = ({ commit, date }, entries) => {
    const renamed: (readonly [string, readonly Trail[]])[] = []
    for (const { status, path, from, before, after } of entries) {
      const borne = names.get(path) ?? []
      if (status !== 'D' && before !== after) {
        const change = { commit, date, before: status === 'A' ? null : before, after }
        for (const trail of borne) trail.changes.push(change)
      }
      if (status === 'A') for (const trail of borne) trail.added = { commit, date }
      if (status === 'R') renamed.push([from, borne])
      if (status === 'A' && borne.length > 0) restored.set(path, { trails: borne, id: after })
    }
    for (const { status, path } of entries) if (status === 'A' || status === 'R') names.delete(path)
    for (const { status, path, before } of entries) {
      const back = status === 'D' ? restored.get(path) : undefined
      if (!back || back.id !== before) continue
      names.set(path, back.trails)
      // Restoring the same content is no change.
      for (const { changes } of back.trails) changes.pop()
    }
    for (const [from, borne] of renamed) if (borne.length > 0) names.set(from, borne)
  }

  const logs: Followed['logs'] = () => {
    const known = trails.filter(({ changes, added }) => changes.length > 0 || added)
    return new Map(known.map(({ path, changes, added }) => [path, { changes, added }]))
  }
  return { take, logs }
}
