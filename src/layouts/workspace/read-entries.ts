import type { StatedDate } from '../../core/document.ts'
import type { Item } from '../../core/item.ts'
import type { Reading } from '../../core/kind.ts'
import { placeOf } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'
import { tombstoneKind } from '../../core/tombstones.ts'
import type { Entry, LogTombstone } from '../../formats/entry-log.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { normaliseTitle } from '../../formats/normalise-title.ts'
import { entriesOf } from './entries.ts'
import { labelFacts } from './label-places.ts'
import { shownHeading } from './shown-heading.ts'

/** What can change in an entry. */
export const ENTRY_FIELDS: readonly string[] = ['title', 'body', 'date', 'category', 'tags']

/** The entries of a decisions, lessons or archive file as items, with the dates in their headings and where labels stand. */
export function readEntries(source: Source): Reading {
  const log = entriesOf(source)
  if (!log) return {}
  const kind = itemKind(source)
  return {
    items: log.entries.map((entry) => itemOf(source.text, entry, kind)),
    unread: log.unread.map((heading) => ({ text: shownHeading(heading), place: heading.place })),
    tombstones: log.tombstones.map((one) => tombstoneOf(one, kind)),
    dates: log.entries.flatMap(({ date, day }): StatedDate[] => {
      const place = placeOf(source.starts, date.start, date.end)
      return day === null ? [] : [{ date: day, what: 'entry date', place }]
    }),
    facts: labelFacts(source, log.entries),
  }
}

/** A heading that holds a date is an entry, or was meant to be one: that is a finding, and no reason to pass the log over. */
export function hasEntries({ markdown }: Source, { items = [] }: Reading): boolean {
  return items.length > 0 || (markdown?.headings.some(({ text }) => DATE.test(text)) ?? false)
}

const DATE = /\d{4}-\d{1,2}-\d{1,2}/

/** An archive holds decisions or lessons, as its file name says. */
function itemKind({ kind, path }: Source): 'decision' | 'lesson' {
  const name = kind.id === 'archive' ? path.slice(path.lastIndexOf('/') + 1) : kind.id
  return name.startsWith('decisions') ? 'decision' : 'lesson'
}

/** What it says is its reason, and no body that could be another item's. */
function tombstoneOf({ date, title, reason, place }: LogTombstone, kind: string): Item {
  return {
    kind: tombstoneKind(kind),
    key: `${date} ${normaliseTitle(title)}`,
    title,
    place,
    digest: digest(reason),
    sketch: [],
    fields: { date, reason },
  }
}

function itemOf(text: string, entry: Entry, kind: string): Item {
  const { date, title, category, tags, heading } = entry
  const body = text.slice(entry.body.start, entry.body.end)
  return {
    kind,
    key: `${date.text} ${normaliseTitle(title.text)}`,
    title: title.text,
    place: heading.place,
    digest: digest(body),
    sketch: sketch(body),
    fields: {
      date: date.text,
      category: category?.value.text || null,
      tags: [...new Set(tags?.tags.map((tag) => tag.text))],
    },
  }
}
