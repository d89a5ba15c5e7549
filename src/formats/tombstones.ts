import { isCalendarDate } from '../core/date.ts'
import type { Comment, Markdown, Range } from '../core/markdown.ts'
import type { Place } from '../core/place.ts'

/** A comment that stands for an entry which was removed: `<!-- memkeep-removed [2026-02-08] Title -- reason -->`. */
export type Tombstone = Range & {
  /** A real day. */
  readonly date: string
  readonly title: string
  readonly reason: string
  readonly place: Place
}

/** A comment that was meant as a tombstone and is none. */
export type TombstoneFault = { readonly place: Place; readonly message: string; readonly help: string }

/** How a tombstone is written. */
export const TOMBSTONE_FORM = '<!-- memkeep-removed [YYYY-MM-DD] Title -- reason -->'

/** The word that every tombstone starts with; another ending of it is a mistake to be reported. */
export const TOMBSTONE = /^memkeep-removed(?![\w-])/i

const HELP = `Write it as \`${TOMBSTONE_FORM}\`, at the start of a line, in the place of the entry.`

/** The tombstones among the comments of a text, and those that are written otherwise; code holds none. */
export function readTombstones({ comments }: Markdown): {
  readonly tombstones: readonly Tombstone[]
  readonly faults: readonly TombstoneFault[]
} {
  const tombstones: Tombstone[] = []
  const faults: TombstoneFault[] = []
  for (const comment of comments) {
    const words = comment.text.trim().split(/\s+/).join(' ')
    if (!TOMBSTONE.test(words)) continue
    const read = readOne(words, comment)
    if (typeof read === 'string') faults.push({ place: comment.place, message: read, help: HELP })
    else tombstones.push(read)
  }
  return { tombstones, faults }
}

/** What a reader has to be told where it is none. */
function readOne(words: string, { start, end, place }: Comment): Tombstone | string {
  if (!words.startsWith('memkeep-removed ')) {
    return 'Unexpected form of memkeep-removed, expected lower case and a blank behind it'
  }
  const rest = words.slice('memkeep-removed '.length)
  const [bracket = '', date = ''] = /^\[([^\]]*)\](?: |$)/.exec(rest) ?? []
  if (bracket === '') return 'Unexpected tombstone without a date, expected [YYYY-MM-DD] of the entry'
  if (!isCalendarDate(date)) {
    return `Unexpected date ${JSON.stringify(date)} of a tombstone, expected a real day as YYYY-MM-DD`
  }
  const said = ` ${rest.slice(bracket.length)} `
  const dashes = said.indexOf(' -- ')
  const title = (dashes < 0 ? said : said.slice(0, dashes)).trim()
  const reason = dashes < 0 ? '' : said.slice(dashes + ' -- '.length).trim()
  if (title === '') return 'Unexpected tombstone without a title, expected the title of the entry'
  if (reason === '') return 'Unexpected tombstone without a reason, expected ` -- ` and a reason'
  if (place.column !== 1) return 'Unexpected tombstone within a line, expected it at the start of a line'
  return { start, end, place, date, title, reason }
}
