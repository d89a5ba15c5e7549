import type { Place } from '../../../core/text.ts'

/** The three parts of a task's memory, in the order in which they are printed and applied. */
export const SECTION_IDS = ['progress', 'learnings', 'verbatim'] as const

export type SectionId = (typeof SECTION_IDS)[number]

/** What is done, under way and still to do: one bullet an item, each on one line. */
export type Progress = {
  readonly completed: readonly string[]
  /** At least one. */
  readonly in_progress: readonly string[]
  readonly remaining: readonly string[]
}

/** An id of an entry that is to be archived, and why. */
export type Archiving = { readonly id: string; readonly reason: string }

/** A learning to be added: one line, and why. */
export type NewLearning = { readonly reason: string; readonly insight: string }

/** A snippet to be added, byte for byte, under a label, and why. */
export type NewSnippet = { readonly reason: string; readonly label: string; readonly snippet: string }

/** What becomes of a list of entries; both lists may be empty. */
export type EntryChanges<T> = { readonly add: readonly T[]; readonly archive: readonly Archiving[] }

/** One update as data. A section that is null changes nothing: it was not there, or it was not valid. */
export type Update = {
  /** The whole new progress. */
  readonly progress: Progress | null
  /** Learnings to add and to archive. */
  readonly learnings: EntryChanges<NewLearning> | null
  /** Snippets to add and to archive. */
  readonly verbatim: EntryChanges<NewSnippet> | null
}

/** What is wrong in the text of an update, and where. */
export type UpdateProblem = Place & {
  /** The section that fails by it; null for a line that is in none. */
  readonly section: SectionId | null
  readonly message: string
  readonly help: string
}

/** When an entry was archived, and why. */
type ArchiveMark = { readonly at: string; readonly reason: string }

/** What every entry has, in the words of `state.yaml`; keys that are not known are kept. */
export type Entry = {
  /** `KL-1`, `VC-1` …: never used again, also not after archiving. */
  readonly id: string
  /** Why it was added. */
  readonly reason: string
  /** ISO 8601 */
  readonly added: string
  readonly archived?: ArchiveMark
}

/** Something that was learnt, on one line. */
export type Learning = Entry & { readonly insight: string }

/** A text that is kept byte for byte. */
export type Snippet = Entry & { readonly label: string; readonly snippet: string }

/**
 * What is remembered of one task, exactly as `state.yaml` holds it. A task starts with
 * `{ updated: null, current_progress: null, key_learnings: [], verbatim_context: [] }`.
 */
export type TaskState = {
  /** When the last update changed something, ISO 8601; null before the first. */
  readonly updated: string | null
  /** What is done, under way and still to do; null before the first update. */
  readonly current_progress: Progress | null
  /** Every learning, those that were archived included. */
  readonly key_learnings: readonly Learning[]
  /** Every snippet, those that were archived included. */
  readonly verbatim_context: readonly Snippet[]
}

/** Something of an update that was not applied. */
export type Refusal = {
  readonly section: SectionId | null
  /** The id that is not known, or was archived before; null where it is not about an id. */
  readonly id: string | null
  readonly message: string
  readonly help: string
}

/** An update that changes nothing. */
export const NO_UPDATE: Update = { progress: null, learnings: null, verbatim: null }

/** Headers of the sections. */
export const HEADERS = {
  progress: 'CURRENT_PROGRESS',
  learnings: 'KEY_LEARNINGS',
  verbatim: 'VERBATIM_CONTEXT',
} as const

/** The section that a line starts with the header of. */
export function sectionOf(line: string): SectionId | undefined {
  return SECTION_IDS.find((id) => line.startsWith(`${HEADERS[id]}:`))
}

const CHANGES = ['ADD', 'ARCHIVE']

/** Headers of the lists that a section may hold. */
export const LISTS: { readonly [section in SectionId]: readonly string[] } = {
  progress: ['Completed', 'In Progress', 'Remaining'],
  learnings: CHANGES,
  verbatim: CHANGES,
}

/** What the ids of a section's entries start with. */
export const PREFIXES = { learnings: 'KL', verbatim: 'VC' } as const

/** A level of indentation, in columns: two spaces, or a tab, which counts as much. */
export const LEVEL = 2

/** What belongs to a bullet below its first line is indented by so many columns at least. */
const BLOCK = 3 * LEVEL

/** The mark of an empty list or section. */
const NONE = '(none)'

const NO_CHANGE = /^no change\.?$/i

/** True for `(none)` and for `no change`, which models answer; in any case. */
export function isNone(text: string): boolean {
  return text.toLowerCase() === NONE || isNoChange(text)
}

/** True for `no change`, in any case, with a full stop or without. */
export function isNoChange(text: string): boolean {
  return NO_CHANGE.test(text)
}

/** The number of an id such as `KL-7`; null for anything else, a leading zero included. */
export function idNumber(id: string, prefix: string): number | null {
  const digits = id.startsWith(`${prefix}-`) ? id.slice(prefix.length + 1) : ''
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null
}

/** True for text without a line break, those of Unicode included. */
export function isOneLine(text: string): boolean {
  return !/[\n\v\f\r\u0085\u2028\u2029]/.test(text)
}

/** A line of an update; offsets are into the whole text. */
export type Line = {
  readonly start: number
  /** Where its text starts: behind spaces and tabs. */
  readonly text: number
  /** Behind its text, before the line break. */
  readonly end: number
  /** Columns of its indent; a tab counts two. */
  readonly width: number
  readonly isBlank: boolean
}

/**
 * The lines of an update, one after the other. The first line says what a line break is: in a text whose first line ends
 * with CRLF the carriage return before any line feed is a part of the break, in any other it is a part of the line.
 */
export function* readLines(text: string): Generator<Line> {
  let start = text.startsWith('\uFEFF') ? 1 : 0
  const isCrlf = text.charAt(text.indexOf('\n') - 1) === '\r'
  while (start < text.length) {
    const feed = text.indexOf('\n', start)
    const stop = feed < 0 ? text.length : feed
    const end = isCrlf && stop > start && text.charAt(stop - 1) === '\r' ? stop - 1 : stop
    yield lineOf(text, start, end)
    start = stop + 1
  }
}

/** The offset in a line behind as much of its indent as fits into `columns`. */
function behindIndent(text: string, { start, text: stop }: Line, columns: number): number {
  let at = start
  for (let width = 0; at < stop; at += 1) {
    width += text.charAt(at) === '\t' ? 2 : 1
    if (width > columns) break
  }
  return at
}

/** True for nothing but spaces, tabs and carriage returns. */
export function isBlank(text: string): boolean {
  for (const character of text)
    if (character !== ' ' && character !== '\t' && character !== '\r') return false
  return true
}

/** Spaces and tabs at the start. */
function indentOf(text: string): string {
  let at = 0
  while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1
  return text.slice(0, at)
}

function lineOf(text: string, start: number, end: number): Line {
  let at = start
  let width = 0
  for (; at < end; at += 1) {
    const character = text.charAt(at)
    if (character !== ' ' && character !== '\t') break
    width += character === '\t' ? 2 : 1
  }
  return { start, text: at, end, width, isBlank: isBlank(text.slice(at, end)) }
}

/** What each further line of a snippet has before its own white space. */
const INDENT = ' '.repeat(BLOCK)

/**
 * A snippet out of its text: what follows `=>` on the bullet's own line, and the lines below. The block's indent is
 * taken off, and every other byte kept. It is what the lines have in common; but the three levels of the grammar and no
 * more where the first line has none to share, because it follows `=>`, or starts the block with white space alone.
 */
export function readSnippet(text: string, sameLine: string, block: readonly Line[]): string {
  const lines = block.map((line) => text.slice(behindIndent(text, line, BLOCK), line.end))
  if (!isBlank(sameLine)) return [withoutSpace(sameLine), ...lines].join('\n')
  const [first] = block
  if (!first || (first.isBlank && first.width >= BLOCK)) return lines.join('\n')
  const common = commonIndent(lines)
  return lines.map((line) => line.slice(sharedLength(line, common))).join('\n')
}

/** A snippet as it is written behind `=>`, so that `readSnippet` gives the same one. */
export function printSnippet(snippet: string): string {
  const lines = snippet.split('\n')
  const [first = '', ...others] = lines
  const isInline = lines.length === 1 || (!isBlank(first) && commonIndent(lines) !== '')
  const below = isInline ? others : lines
  return [isInline ? `=> ${first}` : '=>', ...below.map((line) => `${INDENT}${line}`)].join('\n')
}

/** One space or tab behind the arrow is the grammar's, any more are the snippet's. */
function withoutSpace(text: string): string {
  return text.startsWith(' ') || text.startsWith('\t') ? text.slice(1) : text
}

/** Spaces and tabs that every line starts with which is not blank. */
function commonIndent(lines: readonly string[]): string {
  const [first, ...others] = lines.filter((line) => !isBlank(line)).map(indentOf)
  return others.reduce((common, indent) => common.slice(0, sharedLength(indent, common)), first ?? '')
}

function sharedLength(a: string, b: string): number {
  let at = 0
  while (at < a.length && at < b.length && a.charAt(at) === b.charAt(at)) at += 1
  return at
}

const LIST = ' '.repeat(LEVEL)
const BULLET = ' '.repeat(2 * LEVEL)

/**
 * Writes an update in the one form that models are shown: two spaces a level, sections in order, those that change
 * nothing left out, `(none)` for an empty list of entries. `parseUpdate` reads the same update from it.
 */
export function printUpdate({ progress, learnings, verbatim }: Update): string {
  const sections = [
    progress && progressLines(progress),
    learnings &&
      entryLines(HEADERS.learnings, learnings, ({ reason, insight }) => `because ${reason}: ${insight}`),
    verbatim &&
      entryLines(HEADERS.verbatim, verbatim, ({ reason, label, snippet }) => {
        return `because ${reason}: ${label} ${printSnippet(snippet)}`
      }),
  ]
  return sections.flatMap((lines) => (lines ? [lines.map((line) => `${line}\n`).join('')] : [])).join('\n')
}

function progressLines({ completed, in_progress, remaining }: Progress): string[] {
  return [
    `${HEADERS.progress}:`,
    ...(completed.length > 0 ? list('Completed', completed) : []),
    ...list('In Progress', in_progress),
    ...(remaining.length > 0 ? list('Remaining', remaining) : []),
  ]
}

function entryLines<T>(header: string, changes: EntryChanges<T>, print: (added: T) => string): string[] {
  const archived = ({ id, reason }: Archiving): string => `${id} because ${reason}`
  return [
    `${header}:`,
    ...list('ADD', changes.add.map(print)),
    ...list('ARCHIVE', changes.archive.map(archived)),
  ]
}

function list(name: string, bullets: readonly string[]): string[] {
  const lines = bullets.length > 0 ? bullets.map((bullet) => `${BULLET}- ${bullet}`) : [`${BULLET}${NONE}`]
  return [`${LIST}${name}:`, ...lines]
}
