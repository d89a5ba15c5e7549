import { itemChanges } from '../../core/changes/item-changes.ts'
import type { Document } from '../../core/document.ts'
import type { Settings } from '../../core/settings.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import type { MemoryContext } from '../context.ts'
import { factsInMemory } from './facts.ts'
import { readClaimed } from './load-documents.ts'

/**
 * Documents with those read again whose form is found in the file and is another one than before: by the form before, where it
 * finds as many of the items before. So a change that makes another form the more frequent one hides no item.
 */
export async function inFormsBefore(
  before: readonly Document[],
  documents: readonly Document[],
  snapshot: Snapshot,
  options: MemoryContext,
): Promise<readonly Document[]> {
  if (!options.layouts.some(({ formBefore }) => formBefore)) return documents
  const earlier = new Map(before.map((document) => [document.path, document]))
  const held = new Map<Document, Document>()
  for (const document of documents) {
    const old = earlier.get(document.path)
    const layout = options.layouts.find(({ id }) => id === document.layout)
    if (!old || !layout?.formBefore || old.id === document.id || old.layout !== document.layout) continue
    const settings = layout.formBefore(old, document, options.settings)
    const again = settings && (await readAgain(document, snapshot, { ...options, settings }))
    if (!again) continue
    const kept = itemsKept(old, again)
    if (kept > 0 && kept >= itemsKept(old, document)) held.set(document, again)
  }
  return held.size === 0 ? documents : documents.map((one) => held.get(one) ?? one)
}

async function readAgain(
  { path, layout: id, kind, scope }: Document,
  snapshot: Snapshot,
  options: MemoryContext & { readonly settings: Settings },
): Promise<Document | null> {
  const file = snapshot.files.get(path)
  const layout = options.layouts.find((one) => one.id === id)
  if (!file || !layout) return null
  const own = { ...options, facts: factsInMemory(), keepsFacts: false }
  const [read] = await readClaimed([{ file, layout, claim: { kind, scope }, rivals: [] }], snapshot, own)
  return read && !read.failed ? read.document : null
}

function itemsKept(before: Document, after: Document): number {
  return itemChanges([before], [after]).filter(({ type }) => type === 'same' || type === 'edited').length
}
