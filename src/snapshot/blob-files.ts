import { type FileContent, type FileListing, listedFiles, type SnapshotFile } from '../core/snapshot.ts'
import { readBlobs } from '../git/read-blobs.ts'
import type { GitOptions } from '../git/run-git.ts'
import { readListed } from './read-listed.ts'
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
export type StoredFiles = {
  readonly label: string
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
  top,
  files,
  oddPaths,
  options,
}: Omit<StoredFiles, 'entries'> & { readonly files: FileListing }): RealSnapshot {
  return {
    label,
    stored: true,
    files,
    oddPaths,
    read: (paths) => readListed(files, paths, (known) => readBlobFiles(top, known, options)),
  }
}
