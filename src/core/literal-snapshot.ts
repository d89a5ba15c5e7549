import { compareText } from './edit.ts'
import type { FileContent, Snapshot } from './snapshot.ts'
import type { SnapshotFile } from './snapshot-file.ts'

/**
 * A file of a literal snapshot: its text, or its bytes, a link's target, or the text of a file that git ignores, or has not
 * been told of.
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
    mode: holds(file, 'link') ? 'link' : 'file',
    ...(holds(file, 'ignored') && { ignored: true }),
    ...(holds(file, 'untracked') && { untracked: true }),
  }
}

function holds(file: LiteralFile | undefined, key: 'link' | 'ignored' | 'untracked'): boolean {
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
