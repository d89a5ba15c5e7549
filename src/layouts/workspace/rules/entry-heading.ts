import { isCalendarDate } from '../../../core/date.ts'
import type { Alike } from '../../../core/diagnostic.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Heading, Source } from '../../../core/source.ts'
import { type Place, placeOf } from '../../../core/text.ts'
import { type Entry, type EntryLog, headingTextStart } from '../../../formats/entry-log.ts'
import { findDateOrId } from '../../../formats/unread-headings.ts'
import { ENTRY_KINDS, entriesOf, shownHeading } from '../entries.ts'

const FORM = '`### [YYYY-MM-DD] Title`'

/** A date as people write it, from the start of a heading: brackets, escapes and padding may be off. */
const DATE = /^[\\*_`]{0,3}(\[?)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(\\?\]|)/

/** Every heading of depth 3 or above in a log starts an entry, in the one form that tools read. */
export const entryHeading: DocumentRule = {
  id: 'entry-heading',
  summary: 'A heading of a log, of depth 3 or above, is `### [YYYY-MM-DD] Title`.',
  why: 'An entry is found by its heading: with another date form or depth its text belongs to the entry above it, and its tags are lost.',
  howToFix:
    'Write the heading as `### [YYYY-MM-DD] Title`; a heading inside an entry has four `#` or more; leave out headings of sections, such as `## 2026`. `check --fix` puts in a missing space.',
  severity: 'error',
  fixable: true,
  example: {
    bad: '### 2026-02-08: XState runs the workflows\n',
    good: '### [2026-02-08] XState runs the workflows\n',
  },
  kinds: ENTRY_KINDS,
  subject: 'document',
  check: (source, report) => {
    const log = entriesOf(source)
    if (!log) return
    for (const found of unspaced(source)) report(found)
    const misshapen = new Set(log.misshapen)
    for (const run of headingRuns(source, log)) {
      const isMeant = run.alike.count === 1 && misshapen.has(run.first)
      report({ ...(isMeant ? misread(source, run.first) : unread(run)), alike: run.alike })
    }
    for (const entry of log.entries) if (entry.day === null) report(misread(source, entry.heading))
    for (const entry of log.entries) if (isTitleMissing(entry)) report(untitled(entry))
  },
}

/** Marks without a plain space behind them start no heading at all in Markdown: the entry would vanish. */
const UNSPACED = /(?<=^|[\r\n]) {0,3}#{1,6}([^\S \t\r\n]*)(?=\[\d{4}-\d{2}-\d{2}\])/g

function unspaced({ text, starts, markdown }: Source): Found[] {
  return [...text.matchAll(UNSPACED)].flatMap(({ 0: found, 1: blank = '', index }) => {
    const marks = found.slice(0, found.length - blank.length)
    const end = index + marks.length
    if (markdown?.blocks.some((block) => block.start <= index && index < block.end)) return []
    return [
      {
        place: placeOf(starts, index, end),
        message: `The marks ${marks.trim()} have no plain space behind them, as in ${FORM}`,
        help: 'Put a space behind the marks.',
        edits: [{ start: end, end: end + blank.length, text: ' ' }],
      },
    ]
  })
}

function unread({ first, alike: { count }, shown }: HeadingRun): Found {
  const what =
    count === 1
      ? `Heading \`${shown}\` is not read as an entry`
      : `${count} headings like \`${shown}\` are not read as entries`
  return {
    place: first.place,
    message: `${what}: the form is ${FORM}`,
    help: 'Bring an entry into that form (`memkeep migrate entry-format` knows common ones); give a heading inside an entry four `#`.',
  }
}

/** Says what is wrong with the date of a heading that was meant as an entry's. */
function misread(source: Source, heading: Heading): Found {
  const match = DATE.exec(heading.text)
  const written = match?.[0] ?? bracketed(heading.text)
  const place = placeAt(source, heading, written.length)
  const date = match && `${match[2]}-${padded(match[3])}-${padded(match[4])}`
  if (!date || !isCalendarDate(date)) {
    const message = `The heading of an entry has ${written}, not a real day as [YYYY-MM-DD]`
    return { place, message, help: 'Write the day of the entry in brackets: year, month and day.' }
  }
  const help = `Start the heading with \`### [${date}]\`.`
  if (written === `[${date}]`) {
    const message = `The heading of an entry has depth ${heading.depth}, not 3`
    return { place: heading.place, message, help }
  }
  return { place, message: `The heading of an entry has ${written}, not [${date}]`, help }
}

function placeAt({ text, starts }: Source, heading: Heading, length: number): Place {
  const start = headingTextStart(text, heading)
  return placeOf(starts, start, start + length)
}

/** The brackets that a heading's text starts with, cut short when they hold much. */
function bracketed(text: string): string {
  const end = text.indexOf(']')
  return text.slice(0, Math.min(end < 0 ? text.length : end + 1, 40))
}

function padded(part: string | undefined): string {
  return (part ?? '').padStart(2, '0')
}

/** No title, or nothing but the punctuation that comes before one. */
function isTitleMissing({ title }: Entry): boolean {
  return /^[\s:–—-]*$/.test(title.text)
}

function untitled({ heading, date }: Entry): Found {
  return {
    place: heading.place,
    message: `The entry of ${date.text} has no title: the form is ${FORM}`,
    help: 'Say in a few words what was decided or learned.',
  }
}

/** Neighbouring headings of one shape that are not read as entries. */
type HeadingRun = {
  readonly first: Heading
  readonly alike: Alike
  /** The first of them; of several what they have in common, if that can be said: `## 2/27/2025 - …`. */
  readonly shown: string
}

/**
 * The unread headings of a log in runs. An entry between two headings parts them, and so does a comment right above one: it may
 * be about that heading alone.
 */
function headingRuns({ markdown }: Source, { entries, unread }: EntryLog): HeadingRun[] {
  const commented = new Set(markdown?.comments.map(({ place }) => place.endLine + 1))
  const isAlone = ({ place }: Heading): boolean => commented.has(place.line)
  const isUnread = new Set(unread)
  const all = [...entries.map(({ heading }) => heading), ...unread].sort((a, b) => a.start - b.start)
  const runs: { first: Heading; shape: string; count: number }[] = []
  for (const [i, heading] of all.entries()) {
    if (!isUnread.has(heading)) continue
    const above = all[i - 1]
    const last = runs.at(-1)
    const shape = shapeOf(heading)
    const goesOn = above && isUnread.has(above) && !isAlone(above) && !isAlone(heading)
    if (last && goesOn && last.shape === shape) last.count += 1
    else runs.push({ first: heading, shape, count: 1 })
  }
  return runs.map(({ first, shape, count }) => {
    const shown = count > 1 ? inCommon(first) : shownHeading(first)
    return { first, alike: { shape, count }, shown: shown.replaceAll('`', "'") }
  })
}

/** A mark in brackets that a heading starts with, where it holds no date: `[TBD]`. */
const MARK = /^\[[^\]]*\](?![([])/

/** The depth, and the form of the date, id or mark in it: digits and letters count by their runs. */
function shapeOf({ depth, text }: Heading): string {
  const { start, end } = findDateOrId(text) ?? { start: 0, end: MARK.exec(text)?.[0].length ?? 0 }
  const form = text
    .slice(start, end)
    .replaceAll(/\d+/g, '0')
    .replaceAll(/\p{L}+/gu, 'a')
  return `${'#'.repeat(depth)} ${isAtStart(text, start) ? '' : '…'}${form}`
}

function isAtStart(text: string, start: number): boolean {
  return !/[\p{L}\p{N}]/u.test(text.slice(0, start))
}

/** The text behind the date or id at the start differs from heading to heading. */
function inCommon(heading: Heading): string {
  const { depth, text } = heading
  const found = findDateOrId(text)
  if (!found || !isAtStart(text, found.start)) return shownHeading(heading)
  const rest = text.slice(found.end)
  const title = rest.search(/[\p{L}\p{N}]/u)
  if (title < 0) return shownHeading(heading)
  return `${'#'.repeat(depth)} ${text.slice(0, found.end + title)}…`
}
