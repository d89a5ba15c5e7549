import { relative, resolve } from 'node:path'
import type { Diagnostic } from '../core/diagnostic.ts'
import { type Layout, rootPaths } from '../core/layout.ts'
import { safeText, UserError } from '../core/messages.ts'
import { testSpecs } from '../core/places.ts'
import type { Settings } from '../core/settings.ts'
import {
  type FileContent,
  type FileListing,
  listedFiles,
  type Snapshot,
  type SnapshotFile,
} from '../core/snapshot.ts'
import { gitDirectoryOnDisk } from '../fs/git-directory.ts'
import { blobId, isDirectory, readFiles } from '../fs/read-files.ts'
import { scratchFolder } from '../fs/sweep.ts'
import { readBlobs } from '../git/read-blobs.ts'
import { findRepository, type Repository } from '../git/repository.ts'
import type { GitOptions } from '../git/run-git.ts'

/** The directory tree that a command works on. */
export type Project = {
  /** The repository's top level; without git the directory itself. */
  readonly root: string
  readonly cwd: string
  /** Null for a plain folder. */
  readonly repository: Repository | null
}

/** Throws `UserError` where there is no such folder. */
export function assertDirectory(cwd: string): void {
  if (!isDirectory(cwd)) throw new UserError(`there is no directory ${cwd}`, 'Check the path.')
}

/** Finds what to work on from a directory inside it. */
export async function openProject(cwd: string): Promise<Project> {
  assertDirectory(cwd)
  const repository = await locateRepository(cwd)
  return { root: repository?.top ?? resolve(cwd), cwd: resolve(cwd), repository }
}

/** The repository of a project; throws `UserError` where there is none. */
export function assertRepository({ repository, cwd }: Project, what: string): Repository {
  if (repository) return repository
  throw new UserError(
    `${what} needs a git repository, and ${cwd} is not in one`,
    'Run it inside a repository.',
  )
}

/** A path given on the command line, as paths are written in snapshots; '' for the root itself. */
export function projectPath({ root, cwd }: Project, path: string): string {
  if (path === '') throw new UserError('the path is empty; give a file or directory')
  const inside = relative(root, resolve(cwd, path)).replaceAll('\\', '/')
  if (inside !== '..' && !inside.startsWith('../')) return inside
  throw new UserError(`${path} is outside ${root}`, 'Give paths inside the repository, or another --cwd.')
}

/** How files of a project are written: unfinished files are in git's own directory. */
export function writingIn({ repository }: Project): { scratch: string | undefined } {
  return { scratch: repository ? scratchFolder(repository.gitDir) : undefined }
}

/**
 * The repository around a directory, or null. Plain cases are read from disk, which saves a process; git is
 * asked in all others. Git still refuses a repository that it does not trust as soon as it is asked for a listing.
 */
export async function locateRepository(cwd: string): Promise<Repository | null> {
  return gitDirectoryOnDisk(cwd) ?? findRepository(cwd)
}

/** The tree of a project and its own part of git's directory: where its locks are. */
export function treeOf({ root, repository }: Project): {
  readonly root: string
  readonly gitDir: string | null
} {
  return { root, gitDir: repository?.gitDir ?? null }
}

/** A snapshot, with the paths that it could not name. */
export type OpenSnapshot = Snapshot & {
  readonly oddPaths?: readonly string[]
  /** Directories that could not be opened. */
  readonly unseen?: readonly string[]
  /** False when git's status and index show every change of it. */
  readonly hidesChanges?: boolean
  /** Every file of HEAD is there; absent where that is not known. */
  readonly hasHead?: boolean
  /** The id of HEAD's commit, where it was asked for together with the listing. */
  readonly head?: string
  /** True when some file was read with other contents than those that were listed. */
  readonly wasEdited?: () => boolean
}

/** A snapshot of real files. Paths that are not valid UTF-8 are only named, with U+FFFD in them. */
export type RealSnapshot = OpenSnapshot & { readonly oddPaths: readonly string[] }

/** What is staged. */
export type StagedSnapshot = RealSnapshot & {
  /** Paths that are marked as left out of the work tree. */
  readonly skipped: ReadonlySet<string>
}

/**
 * Throws `UserError` when a directory with memory in it, or above it, could not be opened: to git it is empty, and
 * everything in it would pass for deleted.
 */
export function assertReadable(
  { unseen = [] }: OpenSnapshot,
  layouts: readonly Layout[],
  settings: Settings,
): void {
  const roots = layouts.flatMap((layout) => rootPaths(layout, settings))
  const hidden = unseen.find((path) => roots.some((root) => isWithin(path, root) || isWithin(root, path)))
  if (hidden === undefined) return
  throw new UserError(
    `the directory ${safeText(hidden)} cannot be read`,
    'Make it readable: nothing in it can be checked.',
  )
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}

/** Reads files by their blob ids; one without an id is left out. */
export async function readBlobFiles(
  top: string,
  files: readonly SnapshotFile[],
  options: GitOptions = {},
): Promise<Map<string, FileContent>> {
  const named = files.flatMap(({ path, id }) => (id === null ? [] : [{ path, id }]))
  const blobs = await readBlobs(
    top,
    named.map(({ id }) => id),
    options,
  )
  return new Map(
    named.flatMap(({ path, id }) => {
      const blob = blobs.get(id)
      return blob ? [[path, 'bytes' in blob ? { ...blob, id } : blob] as const] : []
    }),
  )
}

/** What git has stored of one moment. */
type StoredMoment = {
  readonly label: string
  readonly revision?: string
  readonly top: string
  readonly oddPaths: readonly string[]
  readonly options?: GitOptions
}

/** A snapshot of files that git has stored. */
export function blobSnapshot({
  entries,
  ...stored
}: StoredMoment & { readonly entries: readonly SnapshotFile[] }): RealSnapshot {
  return listedSnapshot({ ...stored, files: listedFiles(entries) })
}

/** The same for files that are in order already. */
export function listedSnapshot({
  label,
  revision,
  top,
  files,
  oddPaths,
  options,
}: StoredMoment & { readonly files: FileListing }): RealSnapshot {
  return {
    label,
    ...(revision !== undefined && { revision }),
    stored: true,
    files,
    oddPaths,
    read: (paths) => readListed(files, paths, (known) => readBlobFiles(top, known, options)),
  }
}

/** Reads what is listed; every other path, and whatever `read` has no answer for, gives a failure. */
export async function readListed(
  files: FileListing,
  paths: readonly string[],
  read: (files: readonly SnapshotFile[]) => Promise<ReadonlyMap<string, FileContent>>,
): Promise<ReadonlyMap<string, FileContent>> {
  const known = paths.flatMap((path) => files.get(path) ?? [])
  const readable = known.filter(({ mode }) => mode !== 'submodule')
  const contents = readable.length > 0 ? await read(readable) : new Map<string, FileContent>()
  return new Map(paths.map((path) => [path, contents.get(path) ?? failureOf(files.get(path))]))
}

function failureOf(file: SnapshotFile | undefined): FileContent {
  if (!file) return { failure: 'no such file' }
  return { failure: file.mode === 'submodule' ? 'it is a submodule' : 'it was not read' }
}

/** The texts that findings are about, by path, for code frames. Files that cannot be read are left out. */
export async function readTexts(
  snapshot: Snapshot,
  wanted: readonly Diagnostic[],
): Promise<ReadonlyMap<string, string>> {
  const paths = pathsOf(wanted).filter((path) => snapshot.files.has(path))
  return textsOf(await snapshot.read(paths))
}

/** The same of a work tree that was not listed. */
export async function readTextsOnDisk(
  root: string,
  wanted: readonly Diagnostic[],
): Promise<ReadonlyMap<string, string>> {
  return textsOf(await readFiles(root, pathsOf(wanted)))
}

function pathsOf(wanted: readonly Diagnostic[]): readonly string[] {
  return [...new Set(wanted.map(({ path }) => path))]
}

function textsOf(contents: ReadonlyMap<string, FileContent>): ReadonlyMap<string, string> {
  return new Map(
    [...contents].flatMap(([path, content]) =>
      'bytes' in content ? [[path, textOfBytes(content.bytes)] as const] : [],
    ),
  )
}

/** Bytes as text for people and splices: a byte order mark stays, and what is not UTF-8 becomes U+FFFD. */
export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

/**
 * A snapshot whose files are read once: what a plan is made from are the very bytes that it is made for, so that a change
 * in between is seen when it is written. Keeps in memory what was read.
 */
export function readOnce(snapshot: OpenSnapshot): OpenSnapshot {
  const known = new Map<string, FileContent>()
  return {
    ...snapshot,
    read: async (paths) => {
      const fresh = await snapshot.read(paths.filter((path) => !known.has(path)))
      for (const [path, content] of fresh) known.set(path, content)
      return new Map(
        paths.flatMap((path) => {
          const content = known.get(path)
          return content ? [[path, content] as const] : []
        }),
      )
    },
  }
}

/** True when a file was read with other contents than its id names. Git's id may be that of the text with other line ends. */
export function isEdited({ id }: SnapshotFile, content: FileContent | undefined): boolean {
  if (id === null || !content || 'failure' in content || content.id === id) return false
  const text = Buffer.from(content.bytes).toString('latin1').replaceAll('\r\n', '\n')
  return blobId(Buffer.from(text, 'latin1'), id.length === 64 ? 'sha256' : 'sha1') !== id
}

/**
 * Finds renames without edits among some paths, by content id: old path → new path. A path that still exists is not
 * renamed, and each new path matches one old path only.
 */
export async function renamedAsIs(
  before: Snapshot,
  after: Snapshot,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const gone = paths.filter((path) => before.files.has(path) && !after.files.has(path))
  if (gone.length === 0) return new Map()
  const added = [...after.files.keys()].filter((path) => !before.files.has(path))
  const [old, fresh] = [await idsOf(before, gone), await idsOf(after, added)]
  const free = new Map<string, string[]>()
  for (const [path, id] of fresh) free.set(id, [...(free.get(id) ?? []), path])
  return new Map(
    [...old].flatMap(([path, id]) => {
      const to = free.get(id)?.shift()
      return to === undefined ? [] : [[path, to] as const]
    }),
  )
}

async function idsOf(snapshot: Snapshot, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = paths.flatMap((path) => {
    const id = snapshot.files.get(path)?.id
    return id ? [[path, id] as const] : []
  })
  const named = new Set(known.map(([path]) => path))
  const read = await snapshot.read(paths.filter((path) => !named.has(path)))
  const found = [...read].flatMap(([path, content]) => ('id' in content ? [[path, content.id] as const] : []))
  return new Map([...known, ...found])
}

/** True when two snapshots hold the same at and below all of some paths, which `hookPaths` gave. */
export function sameBelow(paths: readonly string[], a: OpenSnapshot, b: OpenSnapshot): boolean {
  return listing(a, paths) === listing(b, paths)
}

function listing({ files, oddPaths = [] }: OpenSnapshot, paths: readonly string[]): string {
  const isBelow = testSpecs(paths)
  return JSON.stringify([
    [...files.values()].filter(({ path }) => isBelow(path)).map(({ path, id, mode }) => [path, id, mode]),
    oddPaths.filter(isBelow),
  ])
}

/** Texts of some files of a snapshot, without those that cannot be read. */
export async function textsIn(
  snapshot: OpenSnapshot,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const contents = await snapshot.read(paths)
  return new Map(
    [...contents].flatMap(([path, one]) => ('bytes' in one ? [[path, textOfBytes(one.bytes)]] : [])),
  )
}
