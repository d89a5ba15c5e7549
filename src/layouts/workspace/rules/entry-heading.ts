import { isCalendarDate } from '../../../core/date.ts'
import type { Heading } from '../../../core/markdown.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../../core/place.ts'
import type { DocumentRule, Found } from '../../../core/rule.ts'
import type { Source } from '../../../core/source.ts'
import { type Entry, type EntryLog, headingTextStart } from '../../../formats/entry-log.ts'
import { ENTRY_KINDS, entriesOf } from '../entries.ts'

const FORM = '`### [YYYY-MM-DD] Title`'

/** A date as people write it, from the start of a heading: brackets, escapes and padding may be off. */
const DATE = /^[\\*_`]{0,3}(\[?)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(\\?\]|)/

/** A date anywhere in a heading. */
const DAY = /\b20\d{2}-\d{2}-\d{2}\b/

/** So many headings of a log without an entry are still named one by one. */
const FEW = 5

/** Every heading of depth 3 in a log starts an entry, in the one form that tools read. */
export const entryHeading: DocumentRule = {
  id: 'entry-heading',
  summary: 'A heading of depth 3 in a log is `### [YYYY-MM-DD] Title`.',
  why: 'An entry is found by its heading: with another date form or depth its text belongs to the entry above it, and its tags are lost.',
  mend: 'Write the heading as `### [YYYY-MM-DD] Title`; a heading inside an entry has four `#` or more. `check --fix` puts in a missing space.',
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
    const foreign = log.entries.length === 0 ? candidates(source, log) : []
    if (foreign.length > FEW || foreign.some((heading) => isOverlooked(heading, log))) {
      report(foreignLog(foreign))
      return
    }
    for (const heading of log.misshapen) report(misshapen(source, heading))
    for (const heading of strangers(source, log)) report(stranger(heading))
    for (const entry of log.entries) if (isTitleMissing(entry)) report(untitled(entry))
  },
}

/** Marks without a space behind them start no heading at all in Markdown: the entry would vanish. */
const UNSPACED = /(?<=^|[\r\n]) {0,3}(#{1,6})(?=\[\d{4}-\d{2}-\d{2}\])/g

function unspaced({ text, starts, markdown }: Source): Found[] {
  return [...text.matchAll(UNSPACED)].flatMap(({ 0: marks, index }) => {
    const end = index + marks.length
    if (markdown?.blocks.some((block) => block.start <= index && index < block.end)) return []
    return [
      {
        place: placeOf(starts, index, end),
        message: `Unexpected ${marks.trim()} without a space behind it, expected ${FORM}`,
        help: 'Put a space behind the marks.',
        edits: [{ start: end, end, text: ' ' }],
      },
    ]
  })
}

/** In a log without any entry, every heading that may have been meant as one. */
function candidates({ markdown }: Source, { misshapen }: EntryLog): Heading[] {
  const known = new Set(misshapen)
  return (markdown?.headings ?? []).filter(
    (heading) => known.has(heading) || (heading.topLevel && (heading.depth === 3 || DAY.test(heading.text))),
  )
}

/** Dated like an entry, at a depth that no other finding speaks of: `## 2026-02-08 - Title`. */
function isOverlooked(heading: Heading, { misshapen }: EntryLog): boolean {
  return heading.depth > 1 && heading.depth !== 3 && DATE.test(heading.text) && !misshapen.includes(heading)
}

/** A log in another format has one finding, not one for each of its hundred headings. */
function foreignLog(headings: readonly Heading[]): Found {
  const count = headings.length
  const none = count === 1 ? 'its heading does not have' : `none of its ${count} headings has`
  return {
    place: headings[0]?.place ?? WHOLE_FILE,
    message: `Unexpected log without an entry: ${none} the form ${FORM}`,
    help: 'Bring the headings into that form (`memkeep migrate entry-format` knows common ones); until then no entry of this file is seen by any tool.',
  }
}

/** Headings of depth 3 that start no entry. Above the first entry they are free, unless there is no entry at all. */
function strangers({ markdown }: Source, { entries, misshapen, preamble }: EntryLog): Heading[] {
  const known = new Set([...entries.map(({ heading }) => heading), ...misshapen])
  const from = known.size === 0 ? 0 : preamble.end
  return (markdown?.headings ?? []).filter((heading) => {
    return heading.topLevel && heading.depth === 3 && heading.start >= from && !known.has(heading)
  })
}

function stranger({ place }: Heading): Found {
  return {
    place,
    message: `Unexpected heading of depth 3 that starts no entry, expected ${FORM}`,
    help: 'Start it with the date of the entry in brackets, or use `####` for a heading inside an entry.',
  }
}

function misshapen(source: Source, heading: Heading): Found {
  const match = DATE.exec(heading.text)
  const written = match?.[0] ?? bracketed(heading.text)
  const place = placeAt(source, heading, written.length)
  const date = match && `${match[2]}-${padded(match[3])}-${padded(match[4])}`
  if (!date || !isCalendarDate(date)) {
    const message = `Unexpected ${written} in the heading of an entry, expected a real day as [YYYY-MM-DD]`
    return { place, message, help: 'Write the day of the entry in brackets: year, month and day.' }
  }
  const help = `Start the heading with \`### [${date}]\`.`
  if (written === `[${date}]`) {
    const message = `Unexpected entry heading of depth ${heading.depth}, expected depth 3`
    return { place: heading.place, message, help }
  }
  return { place, message: `Unexpected ${written} in the heading of an entry, expected [${date}]`, help }
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

/** No title, or nothing but the punctuation that would stand before one. */
function isTitleMissing({ title }: Entry): boolean {
  return /^[\s:–—-]*$/.test(title.text)
}

function untitled({ heading, date }: Entry): Found {
  return {
    place: heading.place,
    message: `Unexpected entry of ${date.text} without a title, expected ${FORM}`,
    help: 'Say in a few words what was decided or learned.',
  }
}
