import type { Document } from '../core/document.ts'
import { type Layout, layoutChoice } from '../core/layout.ts'
import type { MemoryFile, MemoryFiles, UnclaimedFile, UnreadHeadingLine } from '../core/report.ts'
import { compareText } from '../core/text.ts'
import { loadSide } from '../engine/check-memory.ts'
import type { MemoryContext } from '../engine/context.ts'
import { BATCH } from '../engine/documents/load-documents.ts'
import { type MemoryRequest, openMemory, wantedPaths } from '../engine/open-memory.ts'
import { findLookAlikes, findUnclaimedFiles } from '../engine/root-findings.ts'
import { findUnread } from '../engine/unread-memory.ts'
import { estimateTokens } from '../formats/tokens.ts'
import { layouts as everyLayout } from '../layouts/index.ts'
import { type OpenSnapshot, textOfBytes } from '../snapshot/project.ts'

/** One run of `memkeep files`, for some files and folders; for all when `paths` is empty. */
type FilesOptions = MemoryRequest & { readonly paths: readonly string[] }

/** Lists every memory file of the work tree, and files that look like memory and are not read. Writes no file. */
export async function runFiles(options: FilesOptions): Promise<MemoryFiles> {
  const memory = await openMemory(options)
  const { after } = memory
  const isWanted = wantedPaths(memory, options.paths)
  const { documents } = await loadSide(after, memory)
  const files = await described(
    documents.filter(({ path }) => isWanted(path)),
    after,
    memory,
  )
  memory.facts.save?.()
  const unclaimed = unclaimedIn(after, memory)
  const known = new Set([...documents, ...unclaimed].map(({ path }) => path))
  return {
    version: 1,
    files,
    unclaimed: unclaimed.filter(({ path }) => isWanted(path)),
    unread: findUnread(after.files, known).filter(({ folder }) => isWanted(folder)),
  }
}

/** Files that would be memory if their layout were on, and files among memory that no layout reads; in order of paths. */
function unclaimedIn(snapshot: OpenSnapshot, load: MemoryContext): readonly UnclaimedFile[] {
  const { settings } = load
  const off = everyLayout.filter((layout) => layoutChoice(layout, settings) === 'off')
  const alike = [
    ...findLookAlikes(snapshot, load),
    ...findLookAlikes(snapshot, { unsigned: off, settings }).map((one) => ({
      ...one,
      why: 'turned off in the settings',
    })),
  ]
  const strays = findUnclaimedFiles(snapshot, load).map(({ path, layout, meant }) => ({
    path,
    looksLike: layout.id,
    why: meant === null ? 'no kind of file has this name and place' : `its place is ${meant}`,
  }))
  // What lies among the files of a layout in use was meant for that one.
  const near = new Set(strays.map(({ path }) => path))
  const found = alike.flatMap(({ layout, paths, why }) =>
    paths.filter((path) => !near.has(path)).map((path) => ({ path, looksLike: layout.id, why })),
  )
  return [...found, ...strays].sort((a, b) => compareText(a.path, b.path))
}

async function described(
  documents: readonly Document[],
  snapshot: OpenSnapshot,
  { layouts }: MemoryContext,
): Promise<readonly MemoryFile[]> {
  const files: MemoryFile[] = []
  for (let start = 0; start < documents.length; start += BATCH) {
    const some = documents.slice(start, start + BATCH)
    const contents = await snapshot.read(some.map(({ path }) => path))
    for (const document of some) {
      const content = contents.get(document.path)
      const isText = content && 'bytes' in content && snapshot.files.get(document.path)?.mode !== 'link'
      files.push(memoryFile(document, isText ? textOfBytes(content.bytes) : '', layouts))
    }
  }
  return files
}

function memoryFile(document: Document, text: string, layouts: readonly Layout[]): MemoryFile {
  const { path, layout, kind: id, items, lines, frontMatter, scope } = document
  const kind = layouts.flatMap(({ kinds }) => kinds).find((one) => one.id === id)
  const isAlways = kind?.tokens === true && (kind.loads?.(frontMatter, scope) ?? true)
  return {
    path,
    layout,
    kind: id,
    items: items.length,
    ...(document.form && { form: document.form }),
    unread: unreadHeadings(document, text),
    lines,
    tokens: document.tokens || estimateTokens(text),
    loads: isAlways ? 'always' : 'on-demand',
  }
}

/** Headings that look like an item and are not read as one, with the text of their lines. */
function unreadHeadings({ unread }: Document, text: string): readonly UnreadHeadingLine[] {
  if (unread.length === 0) return []
  const lines = text.split(/\r\n|\n|\r/)
  return unread.map(({ place: { line } }) => ({ line, text: (lines[line - 1] ?? '').trim() }))
}
