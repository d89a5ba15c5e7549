import type { Document } from '../../core/document.ts'
import type { Item } from '../../core/item.ts'
import type { Memory } from '../../core/memory.ts'
import { textList } from '../../core/text-list.ts'

/** The kinds whose entries the memory index counts, in the order in which it names them. */
export const LOG_KINDS = ['decisions', 'lessons'] as const

/** The workspace that a document's scope lies in: `devtools` of `devtools/common`. */
export function workspaceOf({ scope }: Document): string {
  return scope.split('/', 1)[0] ?? ''
}

/** The decisions and lessons files of each workspace, its domains' too, in order of paths; archives are left out. */
export function logsByWorkspace({ documents }: Memory): ReadonlyMap<string, readonly Document[]> {
  const logs = new Map<string, Document[]>()
  for (const document of documents) {
    if (!LOG_KINDS.some((kind) => kind === document.kind)) continue
    const workspace = workspaceOf(document)
    const list = logs.get(workspace)
    if (list) list.push(document)
    else logs.set(workspace, [document])
  }
  return logs
}

/** An entry's date as written. */
export function dateOf({ fields }: Item): string {
  return typeof fields.date === 'string' ? fields.date : ''
}

/** An entry's category as written; null when it has none. */
export function categoryOf({ fields }: Item): string | null {
  return typeof fields.category === 'string' && fields.category !== '' ? fields.category : null
}

/** `1 entry`, `2 entries`. */
export function entryCount(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

/** An entry's tags as written, each once. */
export function tagsOf({ fields }: Item): string[] {
  return textList(fields.tags)
}
