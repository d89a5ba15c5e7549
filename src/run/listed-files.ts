import { compareText } from '../core/edit.ts'
import type { FileContent, SnapshotFile } from '../core/snapshot.ts'

/** Files as a snapshot lists them. */
export type ListedFiles = ReadonlyMap<string, SnapshotFile>

/** A listing in order of paths. */
export function listedFiles(files: readonly SnapshotFile[]): ListedFiles {
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

/** Reads what is listed; every other path, and whatever `read` has no answer for, gives a failure. */
export async function readListed(
  files: ListedFiles,
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
