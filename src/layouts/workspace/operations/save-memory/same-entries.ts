import type { Source } from '../../../../core/source.ts'
import type { Entry } from '../../../../formats/entry-log.ts'
import { entriesOf } from '../../entries.ts'

/** Entries with the text that they stand in. */
type Read = { readonly source: Source; readonly entries: readonly Entry[] }

/**
 * True when a log's entries are what they were. What stood behind the last one, a heading of a section or a comment, is
 * between two entries now, and no part of its body any more.
 */
export function sameEntries(before: Source | null, after: Read): boolean {
  const old = (before && entriesOf(before)?.entries) ?? []
  if (!before || old.length !== after.entries.length) return old.length === after.entries.length
  const was = { source: before, entries: old }
  return old.every((_, i) => {
    const [a, b] = [partsOf(was, i), partsOf(after, i)]
    if (a.head !== b.head) return false
    return a.body === b.body || (i === old.length - 1 && a.body.startsWith(b.body))
  })
}

function partsOf({ source, entries }: Read, index: number): { readonly head: string; readonly body: string } {
  const entry = entries[index]
  if (!entry) return { head: '', body: '' }
  const { date, title, category, tags, body } = entry
  const labels = [category?.value.text, tags?.tags.map(({ text }) => text)]
  return {
    head: JSON.stringify([date.text, title.text, labels]),
    body: source.text.slice(body.start, body.end),
  }
}
