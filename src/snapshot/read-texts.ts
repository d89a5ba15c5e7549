import type { Diagnostic } from '../core/diagnostic.ts'
import type { FileContent, Snapshot } from '../core/snapshot.ts'
import { readFiles } from '../fs/read-files.ts'
import { textOfBytes } from './text-of-bytes.ts'

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
