import { isUtf8 } from 'node:buffer'
import {
  type FileListing,
  type FileMode,
  lazyListing,
  listedFiles,
  type SnapshotFile,
} from '../core/snapshot.ts'
import { isUnborn } from './history.ts'
import {
  fileMode,
  parseStaged,
  recordPath,
  type StagedRecord,
  splitRecords,
  wholeRecords,
} from './records.ts'
import {
  askGit,
  type GitOptions,
  gitFailure,
  gitNonsense,
  isObjectId,
  objectHash,
  runGit,
} from './run-git.ts'

/** What would be committed. */
export type StagedListing = {
  readonly files: FileListing
  /** Paths of an unresolved merge; where our side has the file, it is among the files. */
  readonly unmerged: readonly string[]
  readonly oddPaths: readonly string[]
  /** Paths that are marked as left out of the work tree. */
  readonly skipped: ReadonlySet<string>
}

const OURS = 2

/** The form of an entry whose path is not UTF-8. */
const ODD = /^[A-Za-z] [0-7]{6} [0-9a-f]{40,64} [0-3]\t./
const ARGS = ['ls-files', '-z', '-v', '-s']

/**
 * Lists the index. Files that are only intended to be added are left out: git stages them as empty and does not
 * commit them. Starts one git process, and a second one only when an empty file is staged.
 */
export async function listStaged(top: string, options: GitOptions = {}): Promise<StagedListing> {
  const output = await runGit(top, ARGS, options)
  const plain = await plainListing(top, output, options)
  if (plain) return { files: plain, unmerged: [], oddPaths: [], skipped: new Set() }
  const { good, odd } = splitRecords(output)
  for (const record of odd) if (!ODD.test(record)) refuse(record)
  const said: Sorted = { entries: [], unmerged: new Set(), skipped: new Set() }
  for (const record of good) sortRecord(record, said)
  const entries = await withoutIntended(top, said.entries, options)
  return {
    files: listedFiles(entries),
    unmerged: [...said.unmerged],
    skipped: said.skipped,
    oddPaths: odd.map(recordPath),
  }
}

/** The quick way for most indexes: no conflicts and no entries left out, so the records are not parsed one by one. */
async function plainListing(top: string, output: Buffer, options: GitOptions): Promise<FileListing | null> {
  if (!isUtf8(output)) return null
  const text = output.toString('utf8')
  const files = indexListing(text, entryOf)
  if (!files || text === '') return files
  const like = text.split(' ', 3)[2] ?? ''
  const empty = pathsOf(text, objectHash('blob', NOTHING, like))
  if (empty.length > MOST_EMPTY) return null
  if (empty.length === 0) return files
  const real = await committedPaths(top, objectHash('tree', NOTHING, like), { ...options, paths: empty })
  return empty.every((path) => real.has(path)) ? files : null
}

/** At most so many paths go into one command line. */
const MOST_EMPTY = 100

/** Paths of the entries of an id. */
function pathsOf(text: string, id: string): string[] {
  const paths: string[] = []
  const found = ` ${id} 0\t`
  for (let at = text.indexOf(found); at >= 0; at = text.indexOf(found, at + 1)) {
    paths.push(text.slice(at + found.length, text.indexOf('\0', at)))
  }
  return paths
}

function entryOf(record: string): StagedRecord {
  return parseStaged(record, 2) ?? refuse(record)
}

type Sorted = {
  readonly entries: StagedRecord[]
  readonly unmerged: Set<string>
  readonly skipped: Set<string>
}

/** `<tag> <mode> <id> <stage>TAB<path>` */
function sortRecord(record: string, { entries, unmerged, skipped }: Sorted): void {
  const staged = record[1] === ' ' ? parseStaged(record, 2) : null
  if (!staged) refuse(record)
  const { path, stage } = staged
  if (stage > 0) unmerged.add(path)
  if (stage !== 0 && stage !== OURS) return
  if (record[0] === 'S' || record[0] === 's') skipped.add(path)
  entries.push(staged)
}

/** An empty file may be one that is only intended to be added. */
async function withoutIntended(
  top: string,
  entries: readonly StagedRecord[],
  options: GitOptions,
): Promise<readonly StagedRecord[]> {
  const like = entries[0]?.id ?? ''
  const empty = objectHash('blob', NOTHING, like)
  if (!entries.some(({ id }) => id === empty)) return entries
  const real = await committedPaths(top, objectHash('tree', NOTHING, like), options)
  return entries.filter(({ path, id }) => id !== empty || real.has(path))
}

/** Git knows the ids of the empty blob and the empty tree without storing them. */
const NOTHING = new Uint8Array()

/** Paths with content in the index, as a difference from the empty tree: this needs no HEAD and takes no lock. */
async function committedPaths(
  top: string,
  tree: string,
  { paths = [], ...options }: GitOptions & { readonly paths?: readonly string[] },
): Promise<Set<string>> {
  const args = ['diff-index', '--cached', '--ita-invisible-in-index', '--name-only', '-z', '--no-renames']
  const output = await runGit(
    top,
    [...args, '--no-ext-diff', '--ignore-submodules=all', tree, '--', ...paths],
    options,
  )
  return new Set(splitRecords(output).good)
}

function refuse(record: string): never {
  throw gitNonsense(ARGS, record)
}

/** What one side has at a path; null for no file. */
type IndexSide = { readonly id: string; readonly mode: FileMode } | null

/** A path where the index and HEAD differ. */
export type IndexChange = {
  readonly path: string
  /** The path is not UTF-8, and decoded with U+FFFD. */
  readonly odd: boolean
  readonly head: IndexSide
  readonly staged: IndexSide
}

/** No settings of the repository change the output. What is only intended to be added is no change. */
const DIFF_INDEX = [
  'diff-index',
  '--cached',
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-ext-diff',
  '--ita-invisible-in-index',
  '--ignore-submodules=dirty',
  'HEAD',
  '--',
]

/** `:<mode> <mode> <id> <id> <status>` */
const CHANGE = /^:([0-7]{6}) ([0-7]{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) [A-Z]$/

const NO_MODE = '000000'

/**
 * Lists where an index differs from HEAD, by one git process; null before the first commit. Its cost grows with the
 * change alone.
 */
export async function listIndexChanges(
  top: string,
  options: GitOptions = {},
): Promise<readonly IndexChange[] | null> {
  const answer = await askGit(top, DIFF_INDEX, options)
  if (answer.code !== 0) {
    if (answer.code === 128 && (await isUnborn(top, options))) return null
    throw gitFailure(top, DIFF_INDEX, answer)
  }
  const records = wholeRecords(answer.stdout)
  const changes: IndexChange[] = []
  for (let i = 0; i < records.length; i += 2) changes.push(changeOf(records[i] ?? '', records[i + 1] ?? ''))
  return changes
}

function changeOf(said: string, latin1: string): IndexChange {
  const [, was = '', is = '', before = '', after = ''] = CHANGE.exec(said) ?? []
  const bytes = Buffer.from(latin1, 'latin1')
  const [head, staged] = [sideOf(was, before), sideOf(is, after)]
  if (head === undefined || staged === undefined || latin1 === '') throw gitNonsense(DIFF_INDEX, said)
  return { path: bytes.toString('utf8'), odd: !isUtf8(bytes), head, staged }
}

function sideOf(octal: string, id: string): IndexSide | undefined {
  if (octal === NO_MODE) return null
  const mode = fileMode(octal)
  return mode && isObjectId(id) ? { id, mode } : undefined
}

/** Before the path of an entry: `H <mode> `, the id, ` 0TAB`. */
const BEFORE_ID = 'H 100644 '.length
const AFTER_ID = ' 0\t'.length

/** An entry that is cached, merged, and nothing else; by the length of ids. */
const PLAIN = {
  40: {
    first: /^H (?:100[0-7]{3}|120000|160000) [0-9a-f]{40} 0\t[^\0]/,
    other: /\0(?!H (?:100[0-7]{3}|120000|160000) [0-9a-f]{40} 0\t[^\0]|$)/,
  },
  64: {
    first: /^H (?:100[0-7]{3}|120000|160000) [0-9a-f]{64} 0\t[^\0]/,
    other: /\0(?!H (?:100[0-7]{3}|120000|160000) [0-9a-f]{64} 0\t[^\0]|$)/,
  },
}

/** From here on the order of UTF-16 is not that of UTF-8, in which git lists. */
const REORDERED = /[\ud800-\uffff]/

/** What `git ls-files -z -v -s` printed, in order, each entry merged and in the work tree; null where it is anything else. */
export function indexListing(text: string, parse: (record: string) => SnapshotFile): FileListing | null {
  if (text === '') return new Map()
  const idEnd = text.indexOf(' ', BEFORE_ID)
  const plain = idEnd - BEFORE_ID === 64 ? PLAIN[64] : PLAIN[40]
  if (!text.endsWith('\0') || !plain.first.test(text) || plain.other.test(text) || REORDERED.test(text))
    return null
  const header = idEnd + AFTER_ID
  const endOf = (start: number): number => text.indexOf('\0', start)
  /** The first entry whose path is not before the given one. */
  const search = (path: string): number => {
    let low = 0
    let high = text.length
    while (low < high) {
      const middle = (low + high) >> 1
      const start = middle === 0 ? 0 : text.lastIndexOf('\0', middle - 1) + 1
      const end = endOf(start)
      if (text.slice(start + header, end) < path) low = end + 1
      else high = start
    }
    return low
  }
  return lazyListing({
    get: (path) => {
      const start = search(path)
      return text.startsWith(`${path}\0`, start + header) ? parse(text.slice(start, endOf(start))) : undefined
    },
    below: (folder) => {
      const files: SnapshotFile[] = []
      for (let start = search(`${folder}/`); text.startsWith(`${folder}/`, start + header); ) {
        const end = endOf(start)
        files.push(parse(text.slice(start, end)))
        start = end + 1
      }
      return files
    },
    all: () => {
      const files = text.slice(0, -1).split('\0').map(parse)
      return new Map(files.map((file) => [file.path, file]))
    },
  })
}
