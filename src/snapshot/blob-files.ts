import { type FileContent, type FileListing, listedFiles, type SnapshotFile } from '../core/snapshot.ts'
import { readBlobs } from '../git/read-blobs.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { RealSnapshot } from './real-snapshot.ts'

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
type StoredFiles = {
  readonly label: string
  readonly revision?: string
  readonly top: string
  readonly entries: readonly SnapshotFile[]
  readonly oddPaths: readonly string[]
  readonly options?: GitOptions
}

/** A snapshot of files that git has stored. */
export function blobSnapshot({ entries, ...stored }: StoredFiles): RealSnapshot {
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
}: Omit<StoredFiles, 'entries'> & { readonly files: FileListing }): RealSnapshot {
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
