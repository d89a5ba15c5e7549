import type { FileContent, FileListing, SnapshotFile } from '../core/snapshot.ts'

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
