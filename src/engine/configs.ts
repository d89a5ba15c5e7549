import type { Memory } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { FileListing } from '../core/snapshot.ts'
import { compareText, oncePer } from '../core/text.ts'
import { isConfig, isReadConfig } from '../formats/configured/config-files.ts'
import { type OpenSnapshot, textsIn } from '../snapshot/project.ts'

const walked = oncePer((files: FileListing): readonly string[] => [...files.keys()].filter(isConfig))

/** The paths of the files that configure tools, in order. */
export function configsIn(files: FileListing): readonly string[] {
  return files.configs ? files.configs() : walked(files)
}

/** More files than that say nothing together: in a repository of so many packages each may have a style of its own. */
const MOST_CONFIGS = 400

/** The same memory with the texts of other files that its layout holds it against. */
export async function withTextsAround(
  layout: Layout,
  memory: Memory,
  snapshot: OpenSnapshot,
): Promise<Memory> {
  return withPages(layout, await withConfigs(layout, memory, snapshot), snapshot)
}

/** More pages than that are not loaded at once. */
const MOST_PAGES = 100

/** The same memory with the pages that its documents import. */
async function withPages(layout: Layout, memory: Memory, snapshot: OpenSnapshot): Promise<Memory> {
  const { documents, files } = memory
  const asking = new Map(layout.kinds.map(({ id, asksPages }) => [id, asksPages]))
  const own = new Set(documents.map(({ path }) => path))
  const named = documents.flatMap(({ kind, facts, path }) => asking.get(kind)?.(facts, path) ?? [])
  const paths = [...new Set(named)]
    .filter((path) => !own.has(path))
    .sort(compareText)
    .slice(0, MOST_PAGES)
  if (paths.length === 0) return memory
  for (const path of paths) files.looked?.(path)
  return {
    ...memory,
    pages: await textsIn(
      snapshot,
      paths.filter((path) => files.has(path)),
    ),
  }
}

/** The same memory with the files that configure tools, where its layout holds it against them. */
async function withConfigs(layout: Layout, memory: Memory, snapshot: OpenSnapshot): Promise<Memory> {
  const asking = new Map(layout.kinds.map(({ id, asksConfigs }) => [id, asksConfigs]))
  if (!memory.documents.some(({ kind, facts }) => asking.get(kind)?.(facts))) return memory
  const paths = configsIn(memory.files)
  if (paths.length > MOST_CONFIGS) return memory
  const read = paths.filter(isReadConfig)
  const texts = await textsIn(snapshot, read)
  // What cannot be read may say anything.
  if (texts.size < read.length) return memory
  return { ...memory, configs: new Map(paths.map((path) => [path, texts.get(path) ?? ''])) }
}
