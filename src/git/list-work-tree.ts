import type { FileMode } from '../core/snapshot.ts'
import { parseStaged, splitRecords } from './records.ts'
import { askGit, type GitOptions, gitFailure, gitNonsense } from './run-git.ts'

/** One file of the work tree as git knows it. */
export type WorkTreeEntry = {
  readonly path: string
  /** The blob id when git is sure that the work tree holds that content, else null. */
  readonly id: string | null
  /** As staged; a changed or untracked file has to be looked at. */
  readonly mode: FileMode
  /** `skipped`: left out of the work tree by `skip-worktree`, as a sparse checkout does; `id` is then its blob. */
  readonly state: 'clean' | 'changed' | 'untracked' | 'skipped'
}

/** The work tree: what is tracked and present, and what is untracked and not ignored. */
export type WorkTreeListing = ReadListing & {
  /** No folder with files that git knows is a link: the files behind one count as deleted. */
  readonly sawFolders: boolean
}

type ListedFiles = {
  readonly entries: readonly WorkTreeEntry[]
  /** What is tracked and not there. */
  readonly deleted: readonly WorkTreeEntry[]
}

type ReadListing = ListedFiles & {
  readonly oddPaths: readonly string[]
  /** Directories that could not be opened: nothing is known of what lies there. */
  readonly unseen: readonly string[]
  /** Some file is marked as assume-unchanged or skip-worktree: git does not look at it. */
  readonly hidesChanges: boolean
  /** Every file of HEAD is there, as git's status says; absent where that was not asked. */
  readonly hasHead?: boolean
  /** The id of HEAD's commit, as git's status says. */
  readonly head?: string
}

/** What git answers. `head`: the id of the last commit, as git's status says; absent before the first one, and where that was not asked. */
export type WorkTreeAnswer = { readonly stdout: Buffer; readonly stderr: string; readonly head?: string }

/**
 * How the work tree differs from the index and from HEAD. Other repositories inside count by their commits.
 */
const STATUS = [
  ...['status', '--porcelain=v2', '-z', '--no-renames', '--no-show-stash'],
  ...['--ignore-submodules=dirty', '--untracked-files=all', '--branch', '--no-ahead-behind'],
]

/** A tag in lower case marks a file with the flag `assume-unchanged`. */
const INDEX = ['ls-files', '-z', '-v', '-s']
const BELOW = [...INDEX, '-c', '-m', '-d', '-o', '--exclude-standard']

/** Without looking at the files that git knows. */
const UNLOOKED = [...INDEX, '-c', '-o', '--exclude-standard']

/** What git only warns of: to it a directory that it may not open is empty, and its files are deleted. */
const UNSEEN = /^warning: (?:could not open directory|unable to access) '([^'\n]*)'/gm

/** A few places of a work tree; nothing else is looked at. */
export type Places = {
  /** Each with all that lies below it. Of a link or a repository in the place of one nothing is said. */
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/** Asks git how a work tree differs from its index, and for its last commit. Throws `UserError` when git fails. */
export async function askStatus(top: string, options: GitOptions = {}): Promise<WorkTreeAnswer> {
  const { stdout, stderr } = await ask(top, STATUS, options)
  let [start, head] = [0, '']
  while (stdout[start] === HEADER) {
    const end = stdout.indexOf(0, start)
    head ||= COMMIT.exec(stdout.toString('latin1', start, end))?.[1] ?? ''
    start = end < 0 ? stdout.length : end + 1
  }
  return { stdout: stdout.subarray(start), stderr, ...(head !== '' && { head }) }
}

/** `# branch.oid 1f0c…`; every other record begins with a letter, a digit or a question mark. */
const HEADER = '#'.charCodeAt(0)
const COMMIT = /^# branch\.oid ([0-9a-f]{40,64})$/

/** Lists the work tree of a repository's top level; how it differs from the index is asked where that is not given. */
export async function listWorkTree(
  top: string,
  options: GitOptions = {},
  known?: WorkTreeAnswer,
): Promise<WorkTreeListing> {
  const [index, status] = await Promise.all([ask(top, INDEX, options), known ?? askStatus(top, options)])
  return { ...readWorkTree(index, status), sawFolders: true }
}

/**
 * Lists some places of a work tree, with a process for each directory: only of one that ends in a slash, and is given alone,
 * git leaves the rest of its index aside before it looks at files. Where it looks at none, none is known to be as staged.
 */
export async function listPlaces(
  top: string,
  { folders, files }: Places,
  options: GitOptions = {},
): Promise<WorkTreeListing> {
  const below = [...new Set(folders)].map((folder) => ask(top, [...BELOW, '--', `${folder}/`], options))
  const single = files.length > 0 ? [ask(top, [...UNLOOKED, '--', ...files], options).then(doubted)] : []
  const answers = await Promise.all([...below, ...single])
  const stdout = Buffer.concat(answers.map((one) => one.stdout))
  const stderr = answers.map((one) => one.stderr).join('')
  return { ...readWorkTree({ stdout, stderr }), sawFolders: false }
}

async function ask(top: string, args: readonly string[], options: GitOptions): Promise<WorkTreeAnswer> {
  const answer = await askGit(top, args, options)
  if (answer.code !== 0) throw gitFailure(top, args, answer)
  return answer
}

/** Lists every file as git lists those with the flag `assume-unchanged`. */
function doubted({ stdout, stderr }: WorkTreeAnswer): WorkTreeAnswer {
  const said = Buffer.from(stdout)
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    if (said[start] === CLEAN) said[start] = ASSUMED
    end = said.indexOf(0, start)
  }
  return { stdout: said, stderr }
}

const CLEAN = 'H'.charCodeAt(0)
const ASSUMED = 'h'.charCodeAt(0)

/** One difference that git's status names: its path, and what differs other than the content; '' when only the content differs. */
export type Difference = { readonly path: string; readonly besides: string }

/** A regular file whose content differs from the index, staged before or not. */
const MERE_CONTENT = /^1 ([.MAT])M (N\.\.\. \d{6} (100\d{3}) \3 )/

/** What git's status says, but for paths that are not UTF-8. */
export function differences(status: Buffer): readonly Difference[] {
  return splitRecords(status).good.map((record) => ({
    path: pathOf(record).path,
    besides:
      record.startsWith('1 .M') && MERE_CONTENT.test(record) ? '' : record.replace(MERE_CONTENT, '1 $1. $2'),
  }))
}

/**
 * Reads what git lists, and how it says that the work tree differs. An unresolved path is one entry without id; other
 * repositories inside (`name/`) are left out.
 */
function readWorkTree(listed: WorkTreeAnswer, status?: WorkTreeAnswer): ReadListing {
  const { good, odd } = splitRecords(listed.stdout)
  const said: Said = { entries: [], changed: new Set(), deleted: new Set(), hidesChanges: false }
  for (const record of good) takeListed(record, said)
  for (const record of odd) if (!/^[?A-Za-z] ./.test(record)) throw gitNonsense(BELOW, record)
  const differing = status && splitRecords(status.stdout)
  for (const record of differing?.good ?? []) takeStatus(record, said)
  const oddDifferences = differing?.odd.map(oddRecord) ?? []
  const unseen = [...`${listed.stderr}${status?.stderr ?? ''}`.matchAll(UNSEEN)]
  return {
    ...settled(said),
    hidesChanges: said.hidesChanges,
    ...(differing && {
      hasHead: differing.odd.length === 0 && !differing.good.some((one) => GONE.test(one)),
    }),
    ...(status?.head !== undefined && { head: status.head }),
    oddPaths: oddPaths([...odd, ...oddDifferences]),
    unseen: [...new Set(unseen.map(([, path = '']) => path.replace(/\/$/, '')))],
  }
}

/** A file is listed once as staged, and again for every doubt about it, in another place with some versions of git. */
type Said = {
  readonly entries: WorkTreeEntry[]
  readonly changed: Set<string>
  readonly deleted: Set<string>
  hidesChanges: boolean
}

function takeListed(record: string, said: Said): void {
  const { entries, changed, deleted } = said
  const tag = record[0]
  if (tag === '?') {
    takeUntracked(record, entries)
    return
  }
  const staged = parseStaged(record, 2)
  if (!staged || record[1] !== ' ') throw gitNonsense(BELOW, record)
  const { path, id, mode } = staged
  if (/[a-zS]/.test(tag ?? '')) said.hidesChanges = true
  switch (tag) {
    case 'H':
      entries.push({ path, id, mode, state: 'clean' })
      return
    case 'S':
    case 's':
      entries.push({ path, id, mode, state: 'skipped' })
      return
    case 'h':
    case 'M':
    case 'm':
      // The sides of an unresolved merge follow each other.
      if (entries.at(-1)?.path !== path) entries.push({ path, id: null, mode, state: 'changed' })
      return
    case 'C':
    case 'c':
      changed.add(path)
      return
    case 'R':
    case 'r':
      deleted.add(path)
      return
    default:
      throw gitNonsense(BELOW, record)
  }
}

function takeUntracked(record: string, entries: WorkTreeEntry[]): void {
  const path = record.slice(2)
  if (!path.endsWith('/')) entries.push({ path, id: null, mode: 'file', state: 'untracked' })
}

/** A file of HEAD that is not staged, or not there; or one of several sides. */
const GONE = /^(?:1 (?:D.|.D) |u )/

/** `1 XY sub mH mI mW hH hI path`, where Y is about the work tree, or the longer record of an unresolved path. */
const DIFFERENCE = /^(?:1 [.MADT]([.MADT])(?: \S+){6}|u [AUD]{2}(?: \S+){8}) (.+)$/s

function takeStatus(record: string, { entries, changed, deleted }: Said): void {
  const { path, letter } = pathOf(record)
  if (letter === '?') takeUntracked(record, entries)
  else if (letter === 'D') deleted.add(path)
  else if (letter !== '.') changed.add(path)
}

/** The path of a difference, and how the work tree differs there: `?` for an untracked file. */
function pathOf(record: string): { readonly path: string; readonly letter: string } {
  if (record.startsWith('? ')) return { path: record.slice(2), letter: '?' }
  // The letters of an unresolved path are about its sides; such a path is in doubt by itself.
  const [, letter = '.', path] = DIFFERENCE.exec(record) ?? []
  if (path === undefined) throw gitNonsense(STATUS, record)
  return { path, letter }
}

/** A difference in the form of a listing; only its tag and path are read. */
function oddRecord(record: string): string {
  const { path, letter } = pathOf(record)
  return letter === '?' ? record : `${letter === 'D' ? 'R' : 'C'} \t${path}`
}

/** Git prints a deleted file as changed, too: that must not bring it back. */
function settled({ entries, changed, deleted }: Said): ListedFiles {
  if (changed.size + deleted.size === 0) return { entries, deleted: [] }
  return {
    entries: entries
      .filter(({ path }) => !deleted.has(path))
      .map((entry) =>
        changed.has(entry.path) && entry.mode !== 'submodule'
          ? { ...entry, id: null, state: 'changed' }
          : entry,
      ),
    deleted: entries.filter(({ path, state }) => deleted.has(path) && state !== 'untracked'),
  }
}

function oddPaths(records: readonly string[]): string[] {
  const paths = new Set<string>()
  for (const record of records) {
    const path = record.startsWith('?') ? record.slice(2) : record.slice(record.indexOf('\t') + 1)
    if (/^r /i.test(record)) paths.delete(path)
    else if (!/^c /i.test(record)) paths.add(path)
  }
  return [...paths]
}
