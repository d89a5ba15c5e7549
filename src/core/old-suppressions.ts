import type { Document, Suppression } from './document.ts'
import type { Change } from './memory.ts'

/** Says of a suppression comment in the text after a change whether the text before had it already. */
export type IsOld = (document: Document, suppression: Suppression) => boolean

/**
 * A comment is old where one of the sides before has the same comment in the same file (or in the same text under another
 * name), and it covers nothing that it did not cover there: the line below `memkeep-disable-next-line` is the same, and no
 * item that was above `memkeep-disable` is below it.
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
  return a.reason === b.reason && a.covered === b.covered && a.rules.join() === b.rules.join()
}

function widens(old: Document, before: Suppression, now: Document, after: Suppression): boolean {
  if (after.covered !== undefined) return false
  const above = new Set(
    old.items.filter(({ place }) => place.line < before.firstLine).map(({ kind, key }) => `${kind}\0${key}`),
  )
  return now.items.some(
    ({ place, kind, key }) => place.line >= after.firstLine && above.has(`${kind}\0${key}`),
  )
}
