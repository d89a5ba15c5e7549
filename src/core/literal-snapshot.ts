import { compareText } from './edit.ts'
import type { FileContent, FileMode, Snapshot, SnapshotFile } from './snapshot.ts'

/** A file of a literal snapshot: its text, or its bytes, or a link's target. */
export type LiteralFile = string | Uint8Array | { readonly link: string }

/** A snapshot of texts in memory: for tests, and for tools that check before anything is on disk. */
export function literalSnapshot(
  literal: { readonly [path: string]: LiteralFile },
  label = 'literal',
): Snapshot {
  const paths = Object.keys(literal).sort(compareText)
  const files = new Map<string, SnapshotFile>()
  for (const path of paths) files.set(path, { path, id: null, mode: modeOf(literal[path]) })
  return {
    label,
    files,
    read: async (wanted) => new Map(wanted.map((path) => [path, contentOf(literal[path])] as const)),
  }
}

function modeOf(file: LiteralFile | undefined): FileMode {
  return typeof file === 'object' && 'link' in file ? 'link' : 'file'
}

function contentOf(file: LiteralFile | undefined): FileContent {
  if (file === undefined) return { failure: 'no such file' }
  const bytes =
    file instanceof Uint8Array ? file : new TextEncoder().encode(typeof file === 'string' ? file : file.link)
  return { bytes, id: `literal:${new TextDecoder('latin1').decode(bytes)}` }
}
