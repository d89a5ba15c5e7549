import { type Document, type Item, type Memory, readStated, type StatedDate } from '../../core/document.ts'
import { type Json, type JsonObject, textList } from '../../core/json.ts'
import type { Found } from '../../core/rule.ts'
import type { Heading, Reading, Source, TagList } from '../../core/source.ts'
import { type Place, placeOf } from '../../core/text.ts'
import { tombstoneItem } from '../../formats/comments.ts'
import { type LabelLine, tagParts } from '../../formats/entry-labels.ts'
import { type Entry, type EntryLog, entryLog, type LogText } from '../../formats/entry-log.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { entryStatus } from '../../formats/logs/entry-status.ts'
import { normaliseTitle } from '../../formats/names.ts'

/** Kinds whose files are logs of entries. */
export const ENTRY_KINDS: readonly string[] = ['decisions', 'lessons', 'archive']

const known = new WeakMap<Source, EntryLog>()

/** The entries of a log, read once per source; null for any other file and when its Markdown could not be parsed. */
export function entriesOf(source: Source): EntryLog | null {
  if (!source.markdown || !ENTRY_KINDS.includes(source.kind.id)) return null
  const log = known.get(source) ?? entryLog(source.text, source.markdown, source.starts)
  known.set(source, log)
  return log
}

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

type HasFields = { readonly fields: JsonObject }

/** An entry's date as written. */
export function dateOf({ fields }: HasFields): string {
  return typeof fields.date === 'string' ? fields.date : ''
}

/** An entry's category as written; null when it has none. */
export function categoryOf({ fields }: HasFields): string | null {
  return typeof fields.category === 'string' && fields.category !== '' ? fields.category : null
}

/** `1 entry`, `2 entries`. */
export function entryCount(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

/** An entry's tags as written, each once. */
export function tagsOf({ fields }: HasFields): string[] {
  return textList(fields.tags)
}

/** The text of each entry. */
export function entryTexts(source: Source): readonly string[] {
  return (entriesOf(source)?.entries ?? []).map(({ start, ownEnd }) => source.text.slice(start, ownEnd))
}

/** The tags line of each entry. */
export function entryTagLists(source: Source): readonly TagList[] {
  const { entries } = entriesOf(source) ?? { entries: [] }
  return entries.flatMap(({ tags }): TagList[] =>
    tags ? [{ form: 'line', tags: tagParts(tags.value) }] : [],
  )
}

/** What can change in an entry. */
export const ENTRY_FIELDS: readonly string[] = ['title', 'body', 'date', 'category', 'tags']

/** The entries of a decisions, lessons or archive file as items, with the dates in their headings and where labels are. */
export function readEntries(source: Source): Reading {
  const log = entriesOf(source)
  if (!log) return {}
  const kind = itemKind(source)
  const { text, markdown, starts } = source
  const whole = markdown && { text, markdown, starts }
  return {
    items: log.entries.flatMap((entry) => (whole ? itemOf(whole, entry, kind) : [])),
    unread: log.unread.map((heading) => ({ text: shownHeading(heading), place: heading.place })),
    tombstones: log.tombstones.map((one) => tombstoneItem(one, kind, keyOf(one.date, one.title))),
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

function itemOf(log: LogText, entry: Entry, kind: string): Item {
  const { date, title, category, tags, heading } = entry
  const body = log.text.slice(entry.body.start, entry.body.end)
  const fields = {
    date: date.text,
    category: category?.value.text || null,
    tags: [...new Set(tags?.tags.map((tag) => tag.text))],
  }
  return {
    kind,
    key: keyOf(date.text, title.text),
    title: title.text,
    place: heading.place,
    ...bodyMarks(body),
    ...readStated({ ...fields, status: entryStatus(log, entry) }),
    fields,
  }
}

function keyOf(date: string, title: string): string {
  return `${date} ${normaliseTitle(title)}`
}

/** How many characters of a heading's text are shown. */
const MOST_SHOWN = 60

/** A heading as one line with its marks, cut where it is long. */
export function shownHeading({ depth, text }: Heading): string {
  const line = [...text.replaceAll(/\s+/g, ' ')]
  return `${'#'.repeat(depth)} ${line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN).join('')}…` : line.join('')}`.trimEnd()
}

/** Where the value of a label is: line, column, column of its end. Null when there is none. */
type Spot = readonly [number, number, number] | null

/** The facts of a log: for each item, in their order, where its category and its tags are. */
type LogFacts = { readonly labels: readonly (readonly [category: Spot, tags: Spot])[] }

/** Notes where the labels of a log's entries are; apart from the items, because a moved label is no changed item. */
function labelFacts({ starts }: Source, entries: readonly Entry[]): Json {
  const spot = (label: Entry['category']): Spot => {
    if (!label || label.value.text === '') return null
    const { line, column, endColumn } = placeOf(starts, label.value.start, label.value.end)
    return [line, column, endColumn]
  }
  const facts: LogFacts = { labels: entries.map(({ category, tags }) => [spot(category), spot(tags)]) }
  return facts
}

/** The items of a log with the places of their category and tags; the heading's place for a label that is not there. */
export function itemsWithLabels({
  items,
  facts,
}: Document): { readonly item: Item; readonly category: Place; readonly tags: Place }[] {
  const { labels } = (facts ?? { labels: [] }) as LogFacts
  return items.map((item, index) => {
    const [category, tags] = labels[index] ?? [null, null]
    return { item, category: placeAt(category) ?? item.place, tags: placeAt(tags) ?? item.place }
  })
}

function placeAt(spot: Spot): Place | null {
  return spot && { line: spot[0], column: spot[1], endLine: spot[0], endColumn: spot[2] }
}

/** Reports a label that is not in exactly the format's form, with the splice that corrects it; the value stays. */
export function exactLabel({ text, starts }: Source, { line, value }: LabelLine, label: string): Found {
  const written = text.slice(line.start, value.start).trim()
  const tail = text.slice(value.end, line.end).trim()
  return {
    place: placeOf(starts, line.start, value.start),
    message: `Label ${written}${tail === '' ? '' : ` … ${tail}`} should be ${label} at the start of the line`,
    help: `Write the line as \`${label} …\`.`,
    edits: [
      { start: line.start, end: value.start, text: `${label} ` },
      ...(tail === '' ? [] : [{ start: value.end, end: line.end, text: '' }]),
    ],
  }
}
