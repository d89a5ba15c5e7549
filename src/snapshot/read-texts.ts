import type { Diagnostic } from '../core/diagnostic.ts'
import type { FileContent, Snapshot } from '../core/snapshot.ts'
import { readFiles } from '../fs/read-files.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

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
