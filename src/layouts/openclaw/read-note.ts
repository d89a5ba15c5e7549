import { isCalendarDate } from '../../core/date.ts'
import type { Item } from '../../core/document.ts'
import type { Json } from '../../core/json.ts'
import type { Heading, Reading, Source } from '../../core/source.ts'
import { WHOLE_FILE } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { readLoadedText } from '../../formats/loading/loaded-text.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { dayOf } from './claim.ts'

/** Measures a file that loads. Blanks at the end do not. */
export function readLoaded(source: Source): Reading {
  return { facts: { loaded: readLoadedText({ ...source, text: source.text.trimEnd() }) } as unknown as Json }
}

/** The sections of a daily note, and what is above them. */
export function readDay(source: Source): Reading {
  const { path, text, markdown } = source
  if (!markdown) return {}
  const date = dayOf(path)
  const day = date !== null && isCalendarDate(date) ? date : null
  const heads = markdown.headings.filter(({ depth, topLevel }) => depth === 2 && topLevel)
  const first = heads[0]?.start ?? text.length
  // What is above the sections is an item as well: a day that gets its first section loses nothing.
  const top = text.slice(markdown.start, first).trim() !== '' || heads.length === 0
  const items = [
    ...(top ? [textAbove(source, first)] : []),
    ...heads.map((head, i) => section(head, text.slice(head.end, heads[i + 1]?.start ?? text.length))),
  ]
  return {
    items: numbered(items).map((item) => ({
      ...item,
      key: `${fileName(path)} ${item.key}`.trim(),
      fields: { ...item.fields, date: day },
    })),
    dates: day === null ? [] : [{ date: day, what: 'day of the note', place: WHOLE_FILE }],
  }
}

/** Any other note is one item. */
export function readNote(source: Source): Reading {
  if (!source.markdown) return {}
  const item = textAbove(source, source.text.length)
  return { items: [{ ...item, key: fileName(source.path) }] }
}

/** The text of a file up to an offset. */
function textAbove({ path, text, markdown }: Source, end: number): Item {
  const heading = markdown?.headings.find(({ topLevel, start }) => topLevel && start < end)
  const body = text.slice(markdown?.start ?? 0, end)
  return {
    kind: 'note',
    key: '',
    title: heading?.text || fileName(path),
    place: heading?.place ?? WHOLE_FILE,
    digest: digest(body),
    sketch: sketch(body),
    fields: {},
  }
}

function section({ text: title, place }: Heading, body: string): Item {
  return {
    kind: 'note',
    key: normaliseTitle(title),
    title,
    place,
    digest: digest(body),
    sketch: sketch(body),
    fields: {},
  }
}

/** Sections with the same title are numbered in their order. */
function numbered(items: readonly Item[]): Item[] {
  const counts = new Map<string, number>()
  return items.map((item) => {
    const count = (counts.get(item.key) ?? 0) + 1
    counts.set(item.key, count)
    return count === 1 ? item : { ...item, key: `${item.key} ${count}` }
  })
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')
}
