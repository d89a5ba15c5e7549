import { type Document, type FoundForm, type Item, readStated, type StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { LogShape } from '../../core/log-shape.ts'
import type { Heading, Reading, Source, TagList } from '../../core/source.ts'
import { oncePer, placeOf } from '../../core/text.ts'
import { tombstoneItem } from '../../formats/comments.ts'
import { tagParts } from '../../formats/entry-labels.ts'
import type { Entry, LogText } from '../../formats/entry-log.ts'
import { bodyMarks, digest } from '../../formats/hash.ts'
import { bulletCandidates } from '../../formats/logs/candidates.ts'
import { patternFor, shapeInWords } from '../../formats/logs/describe-shape.ts'
import { entryStatus } from '../../formats/logs/entry-status.ts'
import { type LogReading, readingOf } from '../../formats/logs/find-shape.ts'
import { type ShapedLog, shapedLog } from '../../formats/logs/shaped-log.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { settingOf } from './claim.ts'
import { formOf, ownForm } from './form.ts'
import { formHeld } from './settings.ts'

/** A log, and how it was read. */
export type ReadLog = ShapedLog & LogReading

/** A log as the readers of forms take it; null where it could not be parsed. */
export const logTextOf = oncePer(
  ({ text, markdown, starts }: Source): LogText | null => markdown && { text, markdown, starts },
)

/** The entries of a log, read once per source; null where it shows no shape, or could not be parsed. */
export const logOf = oncePer((source: Source): ReadLog | null => {
  const log = logTextOf(source)
  const reading = log && readingOf(log, formOf(source.path, source.settings))
  return log && reading && { ...reading, ...shapedLog(log, reading.shape) }
})

const KIND = 'entry'

/** The entries of a log as items, the oldest first where settings say which end that is. */
export function readLog(source: Source): Reading {
  const log = logOf(source)
  if (!log) return {}
  const items = log.entries.map((entry) => itemOf(source, entry))
  const facts = factsOf(source, log)
  return {
    facts,
    form: foundForm(log, facts),
    items: isNewestFirst(source) ? items.reverse() : items,
    unread: log.unread.map((heading) => ({ text: shownHeading(heading), place: heading.place })),
    tombstones: log.tombstones.map((one) => tombstoneItem(one, KIND, keyOf(one.date, one.title))),
    dates: log.entries.flatMap(({ date, day }): StatedDate[] =>
      day === null
        ? []
        : [{ date: day, what: 'entry date', place: placeOf(source.starts, date.start, date.end) }],
    ),
  }
}

function foundForm({ shape, measured, other, doubt }: ReadLog, facts: Json): FoundForm {
  const pattern = isJsonObject(facts) && typeof facts.entries === 'string' ? `\`${facts.entries}\`` : null
  return {
    form: pattern ?? shapeInWords(shape),
    ...(measured && { explained: measured.explained }),
    ...(other && {
      other: {
        form: shapeInWords(other.shape),
        items: other.starts.length,
        explained: other.explained,
      },
    }),
    ...(doubt && { uncertain: doubt }),
  }
}

/** A form of entries: as settings take it, null where no pattern says it; and as it is read. */
export type LogForm = { readonly entries: string | null; readonly shape: LogShape }

/** By what form a log was read. */
export type LogFacts = LogForm & {
  /** What it shows by itself, where it was read by the form that it had before. */
  readonly shown?: LogForm & {
    /** By itself its entries might be others. */
    readonly uncertain?: true
  }
  /** What else its entries might be, where that is as likely. */
  readonly other?: LogForm
  /** By the line of an entry whose heading is only a day: what its list items say, as digests. */
  readonly points?: readonly (readonly [line: number, digests: readonly string[]])[]
}

/** The facts of a document; null for one that shows no form. */
export function logFacts({ facts }: Document): LogFacts | null {
  return isJsonObject(facts) && isJsonObject(facts.shape) ? (facts as unknown as LogFacts) : null
}

/** True where entries start in another form: of another unit or depth, or with their dates written in another way. */
export function isOtherForm(before: Document, after: Document): boolean {
  const [old, now] = [logFacts(before), logFacts(after)]
  if (!old || (now && old.entries !== null && old.entries === now.entries)) return false
  if (JSON.stringify(old.shape) !== JSON.stringify(now?.shape)) return true
  // Of undated entries one odd line more or less makes another form.
  const forms = [old.entries, now?.entries].map((entries) => (entries?.includes('{date}') ? entries : null))
  return forms[0] !== forms[1] && !forms.includes(null)
}

function factsOf(source: Source, read: ReadLog): Json {
  const { path, settings } = source
  const log = logTextOf(source)
  if (!log) return null
  const of = (found: ShapedLog & { readonly shape: LogShape }): JsonObject => ({
    entries: patternFor(log, found.shape, found),
    shape: found.shape,
  })
  const own = formHeld(settings, path) === null ? null : readingOf(log, ownForm(path, settings))
  const listed = pointsIn(log, read)
  const { other, doubt } = read
  const more: JsonObject = {
    ...(listed.length > 0 && { points: listed }),
    ...(other && doubt === 'other' && { other: of({ shape: other.shape, ...shapedLog(log, other.shape) }) }),
  }
  if (!own) return { ...of(read), ...more }
  const shown = of({ shape: own.shape, ...shapedLog(log, own.shape) })
  return { ...of(read), ...more, shown: { ...shown, ...(own.doubt === 'other' && { uncertain: true }) } }
}

function pointsIn(log: LogText, { shape, entries }: ReadLog): [line: number, digests: string[]][] {
  const days = entries.filter(({ title, date }) => title.text === '' && date.text !== '')
  if (shape.unit !== 'heading' || days.length === 0) return []
  const starts = bulletCandidates(log).map(({ text }) => text.start)
  return days.flatMap(({ heading, body }): [number, string[]][] => {
    const own = starts.filter((start) => start >= body.start && start < body.end)
    const points = own.map((start, i) =>
      digest(log.text.slice(start, own[i + 1] ?? body.end).replace(/[-*+\s]+$/, '')),
    )
    return points.length > 0 ? [[heading.place.line, points]] : []
  })
}

/** The text of each entry, in the order of the items. */
export function logTexts(source: Source): readonly string[] {
  const texts = (logOf(source)?.entries ?? []).map(({ start, ownEnd }) => source.text.slice(start, ownEnd))
  return isNewestFirst(source) ? texts.reverse() : texts
}

function isNewestFirst({ path, settings }: Source): boolean {
  return settingOf(path, settings)?.order === 'newest-first'
}

/** The tags of each entry, where they are written. */
export function logTagLists(source: Source): readonly TagList[] {
  const { entries } = logOf(source) ?? { entries: [] }
  return entries.flatMap(({ tags }): TagList[] =>
    tags ? [{ form: 'line', tags: tagParts(tags.value) }] : [],
  )
}

/** The title of an entry, without marks of emphasis; its date where it has none. */
export function titleOf({ title, date }: Entry): string {
  const plain = title.text.replaceAll(/\*{2,}|(?<!\w)__|__(?!\w)/g, '').trim()
  return plain === '' ? date.text : plain
}

/** A day as `YYYY-MM-DD`; as it is written where that is none of one reading; null without one. */
export function dateOf({ date, day }: Entry): string | null {
  return day ?? (date.text === '' ? null : date.text)
}

function keyOf(date: string | null, title: string): string {
  return `${date ?? ''} ${normaliseTitle(title)}`.trim()
}

function itemOf(source: Source, entry: Entry): Item {
  const { text } = source
  const log = logTextOf(source)
  const body = text.slice(entry.body.start, entry.body.end)
  const [date, title] = [dateOf(entry), titleOf(entry)]
  return {
    kind: KIND,
    // A date of no one reading cannot be in a tombstone.
    key: keyOf(entry.day, title),
    title,
    place: entry.heading.place,
    ...bodyMarks(body),
    ...readStated({ ...labelsOf(entry), date: entry.day, status: log ? entryStatus(log, entry) : undefined }),
    fields: { date, ...labelsOf(entry) },
  }
}

/** Labels are no part of every log's form: only what is there counts. */
function labelsOf({ category, tags }: Entry): JsonObject {
  return {
    ...(category && category.value.text !== '' && { category: category.value.text }),
    ...(tags && tags.tags.length > 0 && { tags: [...new Set(tags.tags.map(({ text }) => text))] }),
  }
}

/** How many characters of a heading's text are shown. */
const MOST_SHOWN = 60

/** A heading as one line with its marks, cut where it is long. */
export function shownHeading({ depth, text }: Heading): string {
  const line = [...text.replaceAll(/\s+/g, ' ')]
  const cut = line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN).join('')}…` : line.join('')
  return `${'#'.repeat(depth)} ${cut}`.trim()
}
