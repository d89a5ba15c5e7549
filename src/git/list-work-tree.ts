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
export type WorkTreeListing = {
  readonly entries: readonly WorkTreeEntry[]
  /** What is tracked and not there. */
  readonly deleted: readonly string[]
  readonly oddPaths: readonly string[]
  /** Directories that could not be opened: nothing is known of what lies there. */
  readonly unseen: readonly string[]
}

/** Tags in lower case are files that git was told to assume unchanged. */
const TRACKED = ['ls-files', '-z', '-v', '-s', '-c', '-m', '-d']
const UNTRACKED = ['ls-files', '-z', '-v', '-o', '--exclude-standard']
const ALL = [...TRACKED, '-o', '--exclude-standard']

/** Without looking at the files that git knows. */
const UNLOOKED = ['ls-files', '-z', '-v', '-s', '-c', '-o', '--exclude-standard']

/** What git only warns of: to it a directory that it may not open is empty, and its files are deleted. */
const UNSEEN = /^warning: (?:could not open directory|unable to access) '([^'\n]*)'/gm

/** What git says of a work tree, as it says it. */
export type WorkTreeAnswer = {
  readonly stdout: Buffer
  readonly stderr: string
  /** True when git has seen, too, that no folder with files that it knows is a link. */
  readonly hasSeenFolders?: boolean
}

/** Lists the work tree of a repository's top level. */
export async function listWorkTree(top: string, options: GitOptions = {}): Promise<WorkTreeListing> {
  return readWorkTree(await askWorkTree(top, options))
}

/** How much git is asked. */
export type WorkTreeAsked = {
  /**
   * One process looks at the files that git knows while another one looks for others; where these are few, a second process
   * costs more than it saves.
   */
  readonly large?: boolean
  /** All of the work tree when absent. */
  readonly places?: Places | undefined
}

/** A few places of a work tree, beside which nothing is looked at. */
export type Places = {
  /** Each with all that lies below it. Of a link or a repository in the place of one nothing is said. */
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

/** Asks git for the work tree of a repository's top level. Throws `UserError` when git fails. */
export async function askWorkTree(
  top: string,
  options: GitOptions = {},
  { large = false, places }: WorkTreeAsked = {},
): Promise<WorkTreeAnswer> {
  const asked = places ? inPlaces(places) : large ? [UNTRACKED, TRACKED] : [ALL]
  const answers = await Promise.all(
    asked.map(async (args) => {
      const answer = await askGit(top, args, options)
      if (answer.code !== 0) throw gitFailure(top, args, answer)
      return isUnlooked(args) ? { ...answer, stdout: doubted(answer.stdout) } : answer
    }),
  )
  return {
    stdout: Buffer.concat(answers.map(({ stdout }) => stdout)),
    stderr: answers.map(({ stderr }) => stderr).join(''),
  }
}

/**
 * A process for each directory: only of one that ends in a slash, and stands alone, git leaves the rest of its index aside
 * before it looks at files. Where it looks at none, none is known to be as staged.
 */
function inPlaces({ folders, files }: Places): readonly (readonly string[])[] {
  const below = [...new Set(folders)].map((folder) => [...ALL, '--', `${folder}/`])
  return files.length === 0 ? below : [...below, [...UNLOOKED, '--', ...files]]
}

function isUnlooked(args: readonly string[]): boolean {
  return UNLOOKED.every((flag, i) => args[i] === flag)
}

/** True when every file is as staged and nothing is untracked: then the answer names the content of all of them. */
export function isAllClean({ stdout, stderr }: WorkTreeAnswer): boolean {
  if (stderr !== '') return false
  // A character of it is a byte.
  const records = stdout.toString('latin1')
  return records === '' || (records.startsWith('H ') && records.endsWith('\0') && !UNCLEAN.test(records))
}

const UNCLEAN = /\0(?!H |$)/

/** Says of every file what git says of those that it was told to assume unchanged. */
function doubted(stdout: Buffer): Buffer {
  const said = Buffer.from(stdout)
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    if (said[start] === CLEAN) said[start] = ASSUMED
    end = said.indexOf(0, start)
  }
  return said
}

const CLEAN = 'H'.charCodeAt(0)
const ASSUMED = 'h'.charCodeAt(0)

/**
 * Reads git's answer. An unresolved path is one entry without id; deleted files and other repositories inside (`name/`)
 * are left out.
 */
export function readWorkTree(answer: WorkTreeAnswer): WorkTreeListing {
  const { good, odd } = splitRecords(answer.stdout)
  const said: Said = { entries: [], changed: new Set(), deleted: new Set() }
  for (const record of good) take(record, said)
  for (const record of odd) if (!/^[?A-Za-z] ./.test(record)) throw gitNonsense(ALL, record)
  const unseen = [...answer.stderr.matchAll(UNSEEN)].map(([, path = '']) => path.replace(/\/$/, ''))
  return { entries: settled(said), deleted: [...said.deleted], oddPaths: oddPaths(odd), unseen }
}

/** A file stands once as staged, and again for every doubt about it, in another place with some versions of git. */
type Said = {
  readonly entries: WorkTreeEntry[]
  readonly changed: Set<string>
  readonly deleted: Set<string>
}

function take(record: string, { entries, changed, deleted }: Said): void {
  const tag = record[0]
  if (tag === '?') {
    const path = record.slice(2)
    if (!path.endsWith('/')) entries.push({ path, id: null, mode: 'file', state: 'untracked' })
    return
  }
  const staged = parseStaged(record, 2)
  if (!staged || record[1] !== ' ') throw gitNonsense(ALL, record)
  const { path, id, mode } = staged
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
      // The sides of an unresolved merge stand one after the other.
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
      throw gitNonsense(ALL, record)
  }
}

/** Git prints a deleted file as changed, too: that must not bring it back. */
function settled({ entries, changed, deleted }: Said): readonly WorkTreeEntry[] {
  if (changed.size + deleted.size === 0) return entries
  return entries
    .filter(({ path }) => !deleted.has(path))
    .map((entry) =>
      changed.has(entry.path) && entry.mode !== 'submodule'
        ? { ...entry, id: null, state: 'changed' }
        : entry,
    )
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
