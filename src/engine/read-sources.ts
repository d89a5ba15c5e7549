import type { FileContent } from '../core/snapshot.ts'
import type { Source } from '../core/source.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { ClaimedFile } from './claims.ts'
import type { MemoryContext } from './load-options.ts'

/** Files parsed, by path, and the very bytes that were parsed. */
export type ReadSources = {
  readonly sources: ReadonlyMap<string, Source>
  readonly contents: ReadonlyMap<string, Exclude<FileContent, { readonly failure: string }>>
}

/** Reads and parses claimed files. Those that cannot be read, and links, are left out. */
export async function readSources(
  files: readonly ClaimedFile[],
  snapshot: OpenSnapshot,
  { settings }: Pick<MemoryContext, 'settings'>,
): Promise<ReadSources> {
  const { readSource } = await import('./document-stage.ts')
  const regular = files.filter(({ file }) => file.mode === 'file' || file.mode === 'executable')
  const read = await snapshot.read(regular.map(({ file }) => file.path))
  const contents = new Map([...read].flatMap(([path, one]) => ('bytes' in one ? [[path, one] as const] : [])))
  const sources = new Map<string, Source>()
  for (const { file, layout, claim } of regular) {
    const content = contents.get(file.path)
    if (!content) continue
    const { path } = file
    sources.set(path, await readSource({ path, ...content, layout, claim, rules: [], settings }))
  }
  return { sources, contents }
}
