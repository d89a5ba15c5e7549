import type { FileMode } from '../core/snapshot.ts'
import { isShallow } from './history.ts'
import { fileMode, wholeRecords } from './records.ts'
import { type GitOptions, gitNonsense, isObjectId, runGit } from './run-git.ts'

/** Commits that something brings: those that lead to `tip`, without those that lead to any of `not`; full object ids. */
export type CommitRange = {
  readonly tip: string
  readonly not: readonly string[]
  /** Commits that a remote has do not count. */
  readonly unpublished?: true
}

/** A file that a commit changes: as it is made, or without a mode where it goes away. */
export type TouchedFile = { readonly path: string; readonly id: string; readonly mode: FileMode | null }

/** A commit, and the files that it changes; of a merge those that no parent has as they are. */
export type RangeCommit = {
  readonly oid: string
  readonly isMerge: boolean
  readonly message: string
  readonly files: readonly TouchedFile[]
}

/** The newest commits of a range, by full object id; a child comes before its parents. */
export async function listRange(
  top: string,
  range: CommitRange,
  { most, ...options }: GitOptions & { readonly most: number },
): Promise<readonly string[]> {
  const args = ['rev-list', '--topo-order', `--max-count=${most}`, ...revisions(range), '--']
  const oids = (await runGit(top, args, options)).toString('utf8').split('\n').slice(0, -1)
  if (oids.every(isObjectId)) return oids
  throw gitNonsense(args, oids.join(' '))
}

function revisions({ tip, not, unpublished }: CommitRange): readonly string[] {
  if (![tip, ...not].every(isObjectId)) throw gitNonsense(['rev-list'], 'revisions that are not resolved')
  return [tip, '--not', ...not, ...(unpublished ? ['--remotes'] : [])]
}

/**
 * To give git the paths that matter would take it thirty times as long: it compares each entry of each folder with each of a
 * hundred patterns.
 */
const READ = [
  'diff-tree',
  '--stdin',
  '--always',
  '--root',
  '-r',
  '-c',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-notes',
  '--encoding=UTF-8',
  '--format=%H %P%n%B',
]

/** Reads some commits, in their order. Throws `UserError` when git fails. */
export async function readCommits(
  top: string,
  oids: readonly string[],
  options: GitOptions = {},
): Promise<readonly RangeCommit[]> {
  const records = wholeRecords(await runGit(top, READ, { ...options, input: `${oids.join('\n')}\n` }))
  const commits: RangeCommit[] = []
  for (let i = 0; i < records.length; ) {
    const { commit, next } = takeCommit(records, i)
    commits.push(commit)
    i = next
  }
  if (commits.length !== oids.length) throw gitNonsense(READ, `${commits.length} of ${oids.length} commits`)
  return commits
}

/** The id, those of the parents, and the message. */
const HEADER = /^([0-9a-f]{40,64}) ([0-9a-f ]*)\n(.*)$/s

/** Of a merge there is a colon, a mode and an id for each parent; behind them the file that was made. */
const ENTRY = /^\n?:+(?:[0-7]{6} )+([0-7]{6})(?: [0-9a-f]{40,64})+ ([0-9a-f]{40,64}) [A-Z]+$/

function takeCommit(
  records: readonly string[],
  start: number,
): { readonly commit: RangeCommit; readonly next: number } {
  const [, oid, parents = '', message = ''] = HEADER.exec(records[start] ?? '') ?? []
  if (oid === undefined) throw gitNonsense(READ, records[start] ?? '')
  const files: TouchedFile[] = []
  let at = start + 1
  for (; at < records.length; at += 2) {
    // Between a merge and its files there is an empty record, also where no file follows.
    while (records[at] === '') at += 1
    const [, octal = '', id = ''] = ENTRY.exec(records[at] ?? '') ?? []
    if (id === '') break
    files.push({ path: textOf(records[at + 1] ?? ''), id, mode: fileMode(octal) })
  }
  return { commit: { oid, isMerge: parents.includes(' '), message: textOf(message), files }, next: at }
}

function textOf(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

/** True where a shallow clone ends before all commits of a range are known. */
export async function isCutOff(top: string, range: CommitRange, options: GitOptions = {}): Promise<boolean> {
  if (!(await isShallow(top, options))) return false
  const args = ['rev-list', '--max-parents=0', '--max-count=1', ...revisions(range), '--']
  return (await runGit(top, args, options)).length > 0
}

/** The ids of all that some paths have been in the history of some commits. */
export async function reachedIds(
  top: string,
  { tips, paths }: { readonly tips: readonly string[]; readonly paths: readonly string[] },
  options: GitOptions = {},
): Promise<ReadonlySet<string>> {
  // Without a path git would list everything.
  if (tips.length === 0 || paths.length === 0) return new Set()
  const args = ['rev-list', '--objects', '--full-history', '--stdin']
  const input = [...tips, '--', ...paths, ''].join('\n')
  const listed = (await runGit(top, args, { ...options, input })).toString('latin1')
  return new Set(listed.split('\n').map((line) => line.split(' ', 1)[0] ?? ''))
}
