import type { Diagnostic } from '../core/diagnostic.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { textOfBytes } from './text-of-bytes.ts'

/** The texts that findings are about, by path, for code frames. Files that cannot be read are left out. */
export async function readTexts(
  snapshot: Snapshot,
  wanted: readonly Diagnostic[],
): Promise<ReadonlyMap<string, string>> {
  const paths = [...new Set(wanted.map(({ path }) => path))].filter((path) => snapshot.files.has(path))
  const contents = await snapshot.read(paths)
  return new Map(
    [...contents].flatMap(([path, content]) =>
      'bytes' in content ? [[path, textOfBytes(content.bytes)] as const] : [],
    ),
  )
}
