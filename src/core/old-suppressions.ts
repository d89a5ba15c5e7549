import type { Document, Suppression } from './document.ts'
import type { Change } from './memory.ts'

/** Says of a suppression comment in the text after a change whether the text before had it already. */
export type IsOld = (document: Document, suppression: Suppression) => boolean

/**
 * A comment is old where one of the sides before has the same comment in the same file (or in the same text under another
 * name), and it covers nothing that it did not cover there: the line below `memkeep-disable-next-line` is the same, or the
 * line above `memkeep-disable`, and all items that were above it still are.
 */
export function oldSuppressions({ before, merge }: Change): IsOld {
  const sides = [before, ...(merge?.others ?? [])].map(({ documents }) => ({
    byPath: new Map(documents.map((document) => [document.path, document])),
    byId: new Map(documents.map((document) => [document.id, document])),
  }))
  return (document, suppression) =>
    sides.some(({ byPath, byId }) => {
      const old = byId.get(document.id) ?? byPath.get(document.path)
      return old?.suppressions.some(
        (one) => isSame(one, suppression) && !widens(old, one, document, suppression),
      )
    })
}

function isSame(a: Suppression, b: Suppression): boolean {
  const areAlike = a.anchor === b.anchor && a.isNextLine === b.isNextLine
  return areAlike && a.reason === b.reason && a.rules.join() === b.rules.join()
}

function widens(old: Document, before: Suppression, now: Document, after: Suppression): boolean {
  if (after.isNextLine) return false
  const above = namesAbove(now, after)
  return [...namesAbove(old, before)].some((name) => !above.has(name))
}

function namesAbove({ items }: Document, { firstLine }: Suppression): ReadonlySet<string> {
  return new Set(
    items.filter(({ place }) => place.line < firstLine).map(({ kind, key }) => `${kind}\0${key}`),
  )
}
