import type { Memory } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { FileListing } from '../core/snapshot.ts'
import { oncePer } from '../core/text.ts'
import { isConfig, isReadConfig } from '../formats/configured/config-files.ts'
import { type OpenSnapshot, textsIn } from '../snapshot/project.ts'

const walked = oncePer((files: FileListing): readonly string[] => [...files.keys()].filter(isConfig))

/** The paths of the files that configure tools, in order. */
export function configsIn(files: FileListing): readonly string[] {
  return files.configs ? files.configs() : walked(files)
}

/** More files than that say nothing together: in a repository of so many packages each may have a style of its own. */
const MOST_CONFIGS = 400

/** The same memory with the files that configure tools, where its layout holds it against them. */
export async function withConfigs(layout: Layout, memory: Memory, snapshot: OpenSnapshot): Promise<Memory> {
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
