import { pathSpec } from '../core/places.ts'
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

/** A file as a commit has made it. */
export type MadeFile = { readonly path: string; readonly id: string; readonly mode: FileMode }

/** A commit, and the files that it has made or changed; of a merge those that no parent has as they are. */
export type RangeCommit = {
  readonly oid: string
  readonly message: string
  readonly files: readonly MadeFile[]
}

/** Every flag overrides a setting that a repository may have. History is not simplified: no side of a merge is left out. */
const LOG = [
  'log',
  '--raw',
  '-z',
  '-c',
  '--no-abbrev',
  '--no-renames',
  '--root',
  '--full-history',
  '--topo-order',
  '--encoding=UTF-8',
  '--no-color',
  '--no-show-signature',
  '--no-ext-diff',
  '--no-notes',
  '--no-decorate',
  '--no-mailmap',
  '--ignore-submodules=all',
  '--format=%H%n%B',
]

/**
 * The commits of a range that touch some paths, the newest first, `most` at the most. The paths are given as `hookPaths` writes
 * them. Throws `UserError` when git fails.
 */
export async function readRange(
  top: string,
  range: CommitRange,
  { paths, most, ...options }: GitOptions & { readonly paths: readonly string[]; readonly most: number },
): Promise<readonly RangeCommit[]> {
  const args = [...LOG, `--max-count=${most}`, ...revisions(range), '--', ...paths.map(pathSpec)]
  const env = { ...options.env, GIT_LITERAL_PATHSPECS: '0' }
  const records = wholeRecords(await runGit(top, args, { ...options, magic: true, env }))
  const commits: RangeCommit[] = []
  for (let i = 0; i < records.length; ) {
    const { commit, next } = takeCommit(records, i)
    commits.push(commit)
    i = next
  }
  return commits
}

const HEADER = /^([0-9a-f]{40,64})\n/

/** Of a merge there is a colon, a mode and an id for each parent; behind them the file that was made. */
const ENTRY = /^\n?:+(?:[0-7]{6} )+([0-7]{6})(?: [0-9a-f]{40,64})+ ([0-9a-f]{40,64}) [A-Z]+$/

function takeCommit(
  records: readonly string[],
  start: number,
): { readonly commit: RangeCommit; readonly next: number } {
  const header = records[start] ?? ''
  const oid = HEADER.exec(header)?.[1]
  if (oid === undefined) throw gitNonsense(LOG, header)
  const files: MadeFile[] = []
  let at = start + 1
  for (; at < records.length; at += 2) {
    // Between a merge and its files there is an empty record, also where no file follows.
    while (records[at] === '') at += 1
    const [, octal = '', id = ''] = ENTRY.exec(records[at] ?? '') ?? []
    if (id === '') break
    const mode = fileMode(octal)
    if (mode) files.push({ path: textOf(records[at + 1] ?? ''), id, mode })
  }
  return { commit: { oid, message: textOf(header.slice(oid.length + 1)), files }, next: at }
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

function revisions({ tip, not, unpublished }: CommitRange): readonly string[] {
  if (![tip, ...not].every(isObjectId)) throw gitNonsense(LOG, 'revisions that are not resolved')
  return [tip, '--not', ...not, ...(unpublished ? ['--remotes'] : [])]
}
