import { foldedPath } from './path.ts'
import { compareText, oncePer } from './text.ts'

/** What reading one file gave: its bytes (a link's target for a link), or why it could not be read. */
export type FileContent = { readonly bytes: Uint8Array; readonly id: string } | { readonly failure: string }

/** A read-only picture of the repository's files: the work tree, the staged files, a commit, or a literal. */
export type Snapshot = {
  /** For people: `work tree`, `staged files`, `commit 1a2b3c4`. */
  readonly label: string
  /** What git calls it: `HEAD`, or a commit's id. Absent for what is in no commit. */
  readonly revision?: string
  /** It is what git has stored, or is about to: staged files or a commit. */
  readonly stored?: true
  /** Every file, by path, in code point order of paths. */
  readonly files: FileListing
  /** Reads many files at once. A path that is not in the snapshot gives a failure, never nothing. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, FileContent>>
}

/** What git knows a tree entry as. */
export type FileMode = 'file' | 'executable' | 'link' | 'submodule'

/** True for a file that holds its own content: no link leads from it, and it is no other repository. */
export function isRegular(mode: FileMode | undefined): boolean {
  return mode === 'file' || mode === 'executable'
}

/** One file of a snapshot, known without reading it. */
export type SnapshotFile = {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** A name for the content: git's blob id where git has hashed it, else null. */
  readonly id: string | null
  readonly mode: FileMode
  /** Git does not keep it: it lies in a directory that a layout keeps out of git on purpose, or there is no git. */
  readonly ignored?: true
  /** Git does not keep it yet, and would add it. */
  readonly untracked?: true
}

/**
 * A file of a literal snapshot: its text, or its bytes, a link's target, or the text of a file that git ignores or does not
 * track.
 */
export type LiteralFile =
  | string
  | Uint8Array
  | { readonly link: string }
  | { readonly ignored: string }
  | { readonly untracked: string }

/** A snapshot of texts in memory: for tests, and for tools that check before anything is on disk. */
export function literalSnapshot(
  literal: { readonly [path: string]: LiteralFile },
  label = 'literal',
): Snapshot {
  const paths = Object.keys(literal).sort(compareText)
  const files = new Map<string, SnapshotFile>()
  for (const path of paths) files.set(path, fileOf(path, literal[path]))
  return {
    label,
    files,
    read: async (wanted) => new Map(wanted.map((path) => [path, contentOf(literal[path])] as const)),
  }
}

function fileOf(path: string, file: LiteralFile | undefined): SnapshotFile {
  return {
    path,
    id: null,
    mode: hasFlag(file, 'link') ? 'link' : 'file',
    ...(hasFlag(file, 'ignored') && { ignored: true }),
    ...(hasFlag(file, 'untracked') && { untracked: true }),
  }
}

function hasFlag(file: LiteralFile | undefined, key: 'link' | 'ignored' | 'untracked'): boolean {
  return typeof file === 'object' && key in file
}

function contentOf(file: LiteralFile | undefined): FileContent {
  if (file === undefined) return { failure: 'no such file' }
  const bytes = file instanceof Uint8Array ? file : new TextEncoder().encode(textOf(file))
  return { bytes, id: `literal:${new TextDecoder('latin1').decode(bytes)}` }
}

function textOf(file: Exclude<LiteralFile, Uint8Array>): string {
  if (typeof file === 'string') return file
  if ('link' in file) return file.link
  return 'ignored' in file ? file.ignored : file.untracked
}

/** Files by path, in order of paths. */
export type FileListing = ReadonlyMap<string, SnapshotFile> & {
  /** The files below a directory, in order of paths, where they are found without going through all of them. */
  readonly below?: (folder: string) => readonly SnapshotFile[]
  /** `holdsFile`, for a listing that answers it by itself. */
  readonly holds?: (folder: string) => boolean
  /** `fileNamed`, for a listing that answers it by itself. */
  readonly named?: (name: string) => string | null
  /** `meantPath`, for a listing that answers it by itself. */
  readonly meant?: (path: string) => string | null
  /** The paths of the manifests that have scripts, for a listing that answers it by itself. */
  readonly manifests?: () => readonly string[]
  /** The paths of files that configure tools, for a listing that answers it by itself. */
  readonly configs?: () => readonly string[]
  /** Notes that the content of a file is looked at, for a listing that has to know. */
  readonly looked?: (path: string) => void
  /** `missingTargets`, for a listing that answers it by itself. */
  readonly missing?: (from: string, targets: readonly string[]) => readonly number[]
}

/** The files below a directory, in order of paths. */
export function filesBelow(files: FileListing, folder: string): readonly SnapshotFile[] {
  if (files.below) return files.below(folder)
  const times = (asked.get(files) ?? 0) + 1
  asked.set(files, times)
  if (times > FEW) return byDirectory(files).get(folder) ?? []
  return [...files.values()].filter(({ path }) => path.startsWith(`${folder}/`))
}

const asked = new WeakMap<FileListing, number>()

/** So many questions are answered by a look at all files; for more of them the folders are gathered once. */
const FEW = 8

/** The files below every directory. */
const byDirectory = oncePer((files: FileListing): ReadonlyMap<string, readonly SnapshotFile[]> => {
  const directories = new Map<string, SnapshotFile[]>()
  for (const file of files.values()) {
    for (let end = file.path.lastIndexOf('/'); end > 0; end = file.path.lastIndexOf('/', end - 1)) {
      const directory = file.path.slice(0, end)
      const below = directories.get(directory)
      if (below) below.push(file)
      else directories.set(directory, [file])
    }
  }
  return directories
})

/** True when a path is a directory that holds a file. */
export function holdsFile(files: FileListing, folder: string): boolean {
  if (files.holds) return files.holds(folder)
  return files.below ? files.below(folder).length > 0 : directoriesOf(files).has(folder)
}

/** The directories that hold a file, at any depth. */
const directoriesOf = oncePer((files: FileListing): ReadonlySet<string> => {
  const directories = new Set<string>()
  for (const path of files.keys()) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end)
      if (directories.has(directory)) break
      directories.add(directory)
    }
  }
  return directories
})

/** A listing of files that are given in any order, each of them once. */
export function listedFiles(files: readonly SnapshotFile[]): FileListing {
  const ordered = isOrdered(files) ? files : [...files].sort((a, b) => compareText(a.path, b.path))
  const listed = new Map<string, SnapshotFile>()
  for (const file of ordered) listed.set(file.path, file)
  return listed
}

/** Git lists in this order; to see that is quicker than to sort. */
function isOrdered(files: readonly SnapshotFile[]): boolean {
  let last = ''
  for (const { path } of files) {
    if (path <= last) return false
    last = path
  }
  return true
}

/** How single files are found, those below a directory in order of paths, and all of them. */
type ListingSource = {
  readonly get: (path: string) => SnapshotFile | undefined
  readonly below: (folder: string) => readonly SnapshotFile[]
  readonly all: () => ReadonlyMap<string, SnapshotFile>
  /** True for a directory that holds a file, where that is known without a list of these. */
  readonly holds?: (folder: string) => boolean
}

/** A listing that is built only as far as it is read. */
export function lazyListing(source: ListingSource): FileListing {
  let made: ReadonlyMap<string, SnapshotFile> | undefined
  const all = (): ReadonlyMap<string, SnapshotFile> => {
    made ??= source.all()
    return made
  }
  const get = (path: string): SnapshotFile | undefined => (made ?? source).get(path)
  const listing: FileListing = {
    get,
    has: (path) => get(path) !== undefined,
    below: source.below,
    ...(source.holds && { holds: source.holds }),
    get size() {
      return all().size
    },
    keys: () => all().keys(),
    values: () => all().values(),
    entries: () => all().entries(),
    forEach: (visit, self) => {
      for (const [path, file] of all()) visit.call(self, file, path, listing)
    },
    [Symbol.iterator]: () => all()[Symbol.iterator](),
  }
  return listing
}

/** A listing with some files replaced or added, or, where there is null, taken out. */
export function withChanges(
  files: FileListing,
  changes: ReadonlyMap<string, SnapshotFile | null>,
): FileListing {
  const changed = (kept: Iterable<SnapshotFile>, isMeant: (path: string) => boolean): FileListing => {
    const present = [...changes.values()].flatMap((file) => (file && isMeant(file.path) ? [file] : []))
    return listedFiles([...[...kept].filter(({ path }) => !changes.has(path)), ...present])
  }
  const added = listedFiles([...changes.values()].flatMap((file) => file ?? []))
  const isLess = [...changes.values()].includes(null)
  return lazyListing({
    get: (path) => {
      const change = changes.get(path)
      return change === undefined ? files.get(path) : (change ?? undefined)
    },
    below: (folder) => [
      ...changed(filesBelow(files, folder), (path) => path.startsWith(`${folder}/`)).values(),
    ],
    all: () => changed(files.values(), () => true),
    ...(!isLess && { holds: (folder) => holdsFile(files, folder) || holdsFile(added, folder) }),
  })
}

/** The path of the one file of a name, given in lower case; null where there is none, and where several have it. */
export function fileNamed(files: FileListing, name: string): string | null {
  return files.named ? files.named(name) : (filesByName(files).get(name) ?? null)
}

/** True where a file has the name, in whatever case. */
export function isFileName(files: FileListing, name: string): boolean {
  return filesByName(files).has(name.toLowerCase())
}

/** The file whose path differs in case or in the form of accents alone; null where there is none. */
export function inOtherForm(files: FileListing, path: string): string | null {
  const found = pathsByForm(files).get(foldedPath(path))
  return found === undefined || found === path ? null : found
}

const pathsByForm = oncePer(
  (files: FileListing): ReadonlyMap<string, string> =>
    new Map([...files.keys()].map((path) => [foldedPath(path), path])),
)

/** True where a path may lead to what is not listed. */
export const hasLinks = oncePer((files: FileListing): boolean =>
  [...files.values()].some(({ mode }) => mode === 'link' || mode === 'submodule'),
)

/** The files and folders whose path is this, or ends in `/` and this; two of them at most, for names that every folder has. */
export function pathsWithTail(files: FileListing, tail: string): readonly string[] {
  const found: string[] = []
  for (const path of pathsByName(files).get(tail.slice(tail.lastIndexOf('/') + 1)) ?? []) {
    if (path === tail || path.endsWith(`/${tail}`)) found.push(path)
    if (found.length === 2) break
  }
  return found
}

/** The paths of all files and folders, by their last name. */
const pathsByName = oncePer((files: FileListing): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map<string, string[]>()
  for (const paths of [files.keys(), directoriesOf(files)]) {
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const known = byName.get(name)
      if (known) known.push(path)
      else byName.set(name, [path])
    }
  }
  return byName
})

/** The last name of a path, in lower case. */
export function nameInLowerCase(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase()
}

const filesByName = oncePer((files: FileListing): ReadonlyMap<string, string | null> => {
  const byName = new Map<string, string | null>()
  for (const path of files.keys()) {
    const name = nameInLowerCase(path)
    byName.set(name, byName.has(name) ? null : path)
  }
  return byName
})
