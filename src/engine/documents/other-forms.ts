import { type Document, sameDocuments } from '../../core/document.ts'
import { hasItemTexts } from '../../core/layout.ts'
import type { MemoryContext } from '../context.ts'

/**
 * True where a log of the side before changed in more than by what was added: then its items may be there in another form. It is
 * asked in every change, so it looks at names and digests alone.
 */
export function mayHaveOtherForms(
  before: readonly Document[],
  after: readonly Document[],
  { layouts, settings }: MemoryContext,
): boolean {
  const same = sameDocuments(before, after)
  const now = new Map(after.map((one) => [one.path, one]))
  return before.some((was) => {
    const layout = layouts.find(({ id }) => id === was.layout)
    if (same.has(was.path) || was.items.length === 0 || !layout || !hasItemTexts(layout)) return false
    const own = now.get(was.path)
    if (own?.layout !== was.layout || layout.log?.otherForm?.(was, own, settings)) return true
    const left = new Set(own.items.map(nameOf))
    return was.items.some((item) => !left.has(nameOf(item)))
  })
}

function nameOf({ kind, key, digest }: Document['items'][number]): string {
  return JSON.stringify([kind, key, digest])
}
