import type { ChangeSet, ForPerson, Migration, WorkedOut } from '../src/core/migration.ts'
import type { Edit } from '../src/core/text.ts'
import { countBefore } from '../src/formats/markdown/outline.ts'
import { openBlocks, swallowingBlocks } from '../src/formats/unread-headings.ts'
import { applySteps, editsOf } from './entry-format/apply-steps.ts'
import { arrange, type Group, isPartName } from './entry-format/arrange.ts'
import { findStops } from './entry-format/find-stops.ts'
import { PENDING } from './entry-format/log-edits.ts'
import {
  isWithoutText,
  type LogText,
  lineBreakAfter,
  type Remark,
  readLog,
  type Stop,
} from './entry-format/log-text.ts'

const KINDS: ReadonlySet<string> = new Set(['decisions', 'lessons', 'archive'])

const MARK_UNDATED = 'mark-undated'

/** Decision and lesson logs in other common forms become entries: `### [YYYY-MM-DD] Title`, labels, body, `---`. */
export const entryFormat: Migration = {
  id: '0006-entry-format',
  summary: 'Brings decision and lesson logs in other forms into the entry grammar.',
  onlyNamed: true,
  choices: {
    [MARK_UNDATED]:
      'Headings among entries that name no day become `### [YYYY-MM-DD] …`, for a person to fill in; else such a log is left.',
  },
  wants: ({ layout, kind }) => layout === 'workspace' && KINDS.has(kind),
  plan: ({ files, settings, choices }) => {
    const sets: ChangeSet[] = []
    const forPerson: ForPerson[] = []
    for (const { path, text } of files) {
      const { frontMatterBytes } = settings.limits
      const input = { path, text, frontMatterBytes, markUndated: choices.has(MARK_UNDATED) }
      const { edits, values, remarks } = migrateLog(input)
      if (edits.length > 0) sets.push([{ kind: 'edit', path, edits, values }])
      forPerson.push(...remarks.map((remark) => ({ path, ...remark })))
    }
    return { sets, forPerson }
  },
}

/** A log and how it is to be brought into the entry grammar. */
type LogInput = {
  readonly path: string
  readonly text: string
  readonly frontMatterBytes: number
  /** Headings without a day become entries that wait for one. */
  readonly markUndated: boolean
}

/** The splices for one log, none where it is left; what they were worked out from, and what needs a person. */
type LogChange = {
  readonly edits: readonly Edit[]
  readonly values: readonly WorkedOut[]
  readonly remarks: readonly Remark[]
}

/** Brings one log into the entry grammar, or leaves it whole and says why. What it gives was read back. */
function migrateLog(input: LogInput): LogChange {
  const { change, text } = tryOnce(input)
  const isSettled = change.edits.length === 0 || tryOnce({ ...input, text }).change.edits.length === 0
  return isSettled ? change : left([NOT_READ_BACK]).change
}

/** A change, and the text that it leads to. */
type Try = { readonly change: LogChange; readonly text: string }

function tryOnce(input: LogInput): Try {
  const log = readLog(input.text, input.frontMatterBytes)
  if ('refused' in log) return left([log.refused])
  const { stops, blocked } = findStops(log)
  const arrangement = arrange(log, stops)
  const { groups } = arrangement
  if (!groups.some(({ role }) => role === 'entry')) return left(remarkNoEntry(log, stops, groups))
  const applied = applySteps(log, arrangement, input)
  if (!applied) return left([NOT_READ_BACK])
  const edits = editsOf(applied.draft)
  if (edits.length === 0) return left([])
  const reasons = [...remarkOpenBlocks(log), ...blocked, ...(input.markUndated ? [] : remarkUndated(groups))]
  if (reasons.length > 0) return left(reasons)
  if (!readsBack(groups, applied)) return left([NOT_READ_BACK])
  const remarks = [
    ...applied.remarks,
    ...remarkAboveFirst(log, stops, groups),
    ...remarkDoubtfulParts(groups),
    ...remarkIncomplete(groups),
    ...remarkNewestFirst(groups),
  ]
  return { change: { edits, values: applied.values, remarks }, text: applied.done.text }
}

function left(remarks: readonly Remark[]): Try {
  return { change: { edits: [], values: [], remarks }, text: '' }
}

/** A log after its headings were brought into the form, and after all that follows. */
type Steps = { readonly headings: LogText; readonly done: LogText }

/**
 * True when the entry reader finds in the result exactly the entries that were meant: in order, with their days and
 * titles, each with a category and a separator, no heading of a body as high as an entry's, and each body as it was.
 */
function readsBack(groups: readonly Group[], { headings, done }: Steps): boolean {
  const { entries, misshapen } = done.log
  const found = [...entries.map(({ heading }) => heading), ...misshapen].sort((a, b) => a.start - b.start)
  const known = new Set(entries.map(({ heading }) => heading))
  if (found.length !== groups.length || entries.length !== headings.log.entries.length) return false
  const isMeant = found.every((heading, index) => {
    const group = groups[index]
    if (!group) return false
    const { mark, text } = group.stop
    if (group.role === 'entry')
      return known.has(heading) && heading.text === `[${mark?.date}] ${mark?.title}`.trimEnd()
    return !known.has(heading) && heading.text === (group.role === 'left' ? text : `${PENDING} ${text}`)
  })
  return isMeant && !swallowsHeading(done) && hasBodies(groups, { headings, done })
}

/** A heading as high as an entry's, in an entry: the reader found no end of the entry there. */
function swallowsHeading({ log, markdown }: LogText): boolean {
  return markdown.headings.some(({ depth, style, topLevel, start }) => {
    if (depth > 3 || style !== 'atx' || !topLevel) return false
    const entry = log.entries[countBefore(log.entries, start) - 1]
    return entry !== undefined && start >= entry.heading.end && start < entry.ownEnd
  })
}

function hasBodies(groups: readonly Group[], { headings, done }: Steps): boolean {
  const times = groups.filter(({ role }) => role === 'entry').map(({ stop }) => stop.mark?.time ?? null)
  return done.log.entries.every((entry, index) => {
    const before = headings.log.entries[index]
    if (!before || !entry.category?.isExact || entry.category.value.text === '') return false
    if (!entry.separator || done.text[entry.separator.start] !== '-') return false
    const lineBreak = lineBreakAfter(done, entry.heading.end)
    const body = headings.text.slice(before.body.start, before.body.end)
    const time = times[index] ? `Time: ${times[index]}${body === '' ? '' : lineBreak + lineBreak}` : ''
    return done.text.slice(entry.body.start, entry.body.end) === time + body
  })
}

/** A heading that names a day and starts no entry as long as a block above it is open. */
const DATED_HEADING = /^ {0,3}#{1,6}[ \t].*\d{4}-\d{2}-\d{2}/m

/** Blocks that are never closed, or close too late: text in them that looks like an entry is none. */
function remarkOpenBlocks({ markdown, text }: LogText): Remark[] {
  return [...openBlocks(markdown), ...swallowingBlocks(markdown, text, DATED_HEADING)].map(
    ({ type, place }) => {
      const what = type === 'fence' ? 'a fence' : 'an HTML block'
      return {
        line: place.line,
        what: `opens ${what} that is not closed where its content ends: close it, then run again`,
      }
    },
  )
}

/** Headings that look like entries among entries and name no day: to the entry reader they belong to the entry above. */
function remarkUndated(groups: readonly Group[]): Remark[] {
  return groups.flatMap(({ role, stop }) => (role === 'undated' ? [{ line: stop.line, what: UNDATED }] : []))
}

const UNDATED =
  'is a heading among entries that names no day: start it with one, or give it more marks than the heading of its entry; ' +
  '`--with mark-undated` makes it an entry with a day to fill in'

/** What a person has to fill in once a log is in the form. */
function remarkIncomplete(groups: readonly Group[]): Remark[] {
  return groups.flatMap(({ role, stop }) => {
    const what = role === 'entry' ? (stop.mark?.title === '' ? UNTITLED : null) : WAITING[role]
    return what === null ? [] : [{ line: stop.line, what }]
  })
}

const UNTITLED = 'names a day but no title: write in a few words what was decided or learned'
const WAITING = {
  left: 'names no single calendar day and is not an entry: write it as `### [YYYY-MM-DD] Title`',
  undated: 'names no day: fill in the day of the entry',
} as const

/** Headings above the first entry that look like entries without a day: they stay where they are. */
function remarkAboveFirst(log: LogText, stops: readonly Stop[], groups: readonly Group[]): Remark[] {
  const first = groups[0]?.stop
  if (!first) return []
  return stops.flatMap((stop, index) => {
    const next = stops[index + 1]
    const isTitle = index === 0 && stop.depth === 1
    if (!next || isTitle || stop.start >= first.start || (stop.depth !== first.depth && stop.depth !== 3))
      return []
    return isWithoutText(log, stop.end, next.start) ? [] : [{ line: stop.line, what: ABOVE }]
  })
}

const ABOVE = 'is a heading above the first entry that names no day: it stays part of the introduction'

/** Headings as high as their entry's own, under a part that is even higher: they may have been separate entries. */
function remarkDoubtfulParts(groups: readonly Group[]): Remark[] {
  return groups.flatMap(({ stop, parts }) =>
    parts
      .filter((part) => part.depth === stop.depth && !isPartName(part.text))
      .map(({ line }) => ({ line, what: DOUBTFUL })),
  )
}

const DOUBTFUL =
  'is a heading as high as that of the entry above it, and was taken for a part of it: check whether it is an entry'

/** The order of entries is kept, also of a log that starts with the newest. */
function remarkNewestFirst(groups: readonly Group[]): Remark[] {
  const entries = groups.filter(({ role }) => role === 'entry')
  const dates = entries.map(({ stop }) => stop.mark?.date ?? '')
  const falls = dates.slice(1).filter((date, index) => date < (dates[index] ?? '')).length
  const rises = dates.slice(1).filter((date, index) => date > (dates[index] ?? '')).length
  const [first] = entries
  return first && falls > 0 && rises === 0 ? [{ line: first.stop.line, what: NEWEST_FIRST }] : []
}

const NEWEST_FIRST = 'is the newest entry of a log in newest-first order: the order is kept'

/** Why a log with text in sections has no entry. */
function remarkNoEntry(log: LogText, stops: readonly Stop[], groups: readonly Group[]): Remark[] {
  if (groups.length > 0) return remarkIncomplete(groups)
  const first = stops.find((stop, index) => {
    return index > 0 && !isWithoutText(log, stop.end, stops[index + 1]?.start ?? log.text.length)
  })
  return first ? [{ line: first.line, what: NO_ENTRY }] : []
}

const NO_ENTRY = 'is in a log without a day in any heading, line or list item: start each entry with its day'

/** A log whose result differs from the plan is left unchanged. */
const NOT_READ_BACK: Remark = {
  line: 1,
  what: 'is a log whose entries would not be read back unchanged: bring it into the form by hand',
}
