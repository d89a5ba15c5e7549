import type { CitedCommit, Removal } from '../core/citation.ts'
import { isUnborn } from './history.ts'
import { wholeRecords } from './records.ts'
import {
  askGit,
  type GitOptions,
  gitFailure,
  gitNonsense,
  isObjectId,
  lacksObjects,
  runGit,
} from './run-git.ts'

/** Every flag overrides a setting that a repository may have. */
const LOG = [
  ...[
    'log',
    '--diff-filter=D',
    '--no-renames',
    '--name-only',
    '-z',
    '--root',
    '--no-color',
    '--no-show-signature',
  ],
  ...['--no-ext-diff', '--no-notes', '--no-decorate', '--no-mailmap', '--ignore-submodules=all'],
  '--format=%H %as %s',
]

const HEADER = /^([0-9a-f]{40,64}) (\d{4}-\d\d-\d\d) ([\s\S]*)$/

/**
 * Every file that a commit before `tip` took away, renames included, the newest first. Merges are left out: what they take away a
 * side has taken away. Of some `paths` alone where they are given. Null where git is not done after `most` milliseconds. Throws `UserError` when git fails.
 */
export async function readRemovals(
  top: string,
  tip: string,
  {
    most,
    paths = [],
    ...options
  }: GitOptions & { readonly most: number; readonly paths?: readonly string[] },
): Promise<readonly Removal[] | null> {
  const args = [...LOG, tip, '--', ...paths]
  const answer = await askGit(top, args, { ...options, most })
  if (answer.signal !== null && answer.code === null) return null
  if (answer.code === 128 && (await isUnborn(top, options))) return []
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  const found: Removal[] = []
  let by: CitedCommit | null = null
  for (const record of wholeRecords(answer.stdout)) {
    const [, oid, date, subject] = HEADER.exec(record) ?? []
    if (oid !== undefined && date !== undefined) by = { oid, date, subject: nameOf(subject ?? '') }
    else if (by) found.push({ path: nameOf(record.replace(/^\n/, '')), by })
    else throw gitNonsense(args, record)
  }
  return found
}

/** Git prints bytes; a name that is not UTF-8 gets U+FFFD, and fits no path of a listing. */
function nameOf(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

const RENAMES = [
  ...['diff-tree', '--stdin', '-r', '-M', '-l2000', '-z', '--diff-filter=R', '--name-status', '--no-color'],
  ...['--no-ext-diff', '--ignore-submodules=all'],
]

/**
 * What some commits renamed, as git detects it: by commit, the new path of each old one. Nothing where git is not done after `most`
 * milliseconds. Throws `UserError` when git fails.
 */
export async function readRenames(
  top: string,
  commits: readonly string[],
  { most, ...options }: GitOptions & { readonly most: number },
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, Map<string, string>>()
  if (commits.length === 0) return found
  const answer = await askGit(top, RENAMES, { ...options, most, input: `${commits.join('\n')}\n` })
  if (answer.signal !== null && answer.code === null) return found
  if (answer.code !== 0) throw gitFailure(top, RENAMES, answer)
  return renamesIn(wholeRecords(answer.stdout), found)
}

const SINCE = ['-r', '-M', '-l2000', '-z', '--diff-filter=DR', '--name-status', '--no-color', '--no-ext-diff']

/** What is compared with a commit: what is staged, the work tree, or another commit. */
export type ComparedWith = 'staged' | 'work tree' | { readonly commit: string }

/** Files of a commit that are not there on the other side, each with its new path where it was renamed. Throws `UserError` when git fails. */
export async function readRemovedSince(
  top: string,
  commit: string,
  [to, options = {}]: readonly [ComparedWith, GitOptions?],
): Promise<ReadonlyMap<string, string | null>> {
  const other = typeof to === 'object' ? [to.commit] : []
  const command =
    typeof to === 'object' ? ['diff-tree'] : ['diff-index', ...(to === 'staged' ? ['--cached'] : [])]
  const ask = (flags: readonly string[]): Promise<Buffer> =>
    runGit(top, [...command, ...SINCE, ...flags, commit, ...other, '--'], options)
  const records = wholeRecords(
    await ask([]).catch((error: unknown) => {
      // A partial clone has no contents to compare.
      if (lacksObjects(error)) return ask(['--no-renames'])
      throw error
    }),
  )
  const found = new Map<string, string | null>()
  for (let at = 0; at < records.length; ) {
    const isRename = (records[at] ?? '').startsWith('R')
    found.set(nameOf(records[at + 1] ?? ''), isRename ? nameOf(records[at + 2] ?? '') : null)
    at += isRename ? 3 : 2
  }
  return found
}

function renamesIn(
  records: readonly string[],
  found: Map<string, Map<string, string>>,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  let renames = new Map<string, string>()
  for (let at = 0; at < records.length; ) {
    const record = records[at] ?? ''
    if (isObjectId(record)) {
      renames = new Map()
      found.set(record, renames)
      at += 1
    } else {
      renames.set(nameOf(records[at + 1] ?? ''), nameOf(records[at + 2] ?? ''))
      at += 3
    }
  }
  return found
}

/** A path at a commit. */
export type PathAt = { readonly commit: string; readonly path: string }

/** The name of a path at a commit in an answer. */
export function nameAt({ commit, path }: PathAt): string {
  return `${commit}:${path}`
}

/** Which of some paths are files or folders at their commits, by `nameAt`, with their object ids. Throws `UserError` when git fails. */
export async function readPathsAt(
  top: string,
  asked: readonly PathAt[],
  options: GitOptions = {},
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(asked.filter(({ path }) => !/[\n\r]/.test(path)).map(nameAt))]
  if (names.length === 0) return new Map()
  const args = ['cat-file', '--batch-check=%(objectname)', '--buffer']
  const answer = await runGit(top, args, { ...options, input: `${names.join('\n')}\n` })
  const lines = answer.toString('utf8').split('\n')
  const found = new Map<string, string>()
  names.forEach((name, i) => {
    const line = lines[i] ?? ''
    if (isObjectId(line)) found.set(name, line)
  })
  return found
}
