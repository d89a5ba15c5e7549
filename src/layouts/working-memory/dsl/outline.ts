import { nearest } from '../../../formats/names.ts'
import {
  HEADERS,
  isNoChange,
  isNone,
  LEVEL,
  LISTS,
  type Line,
  PREFIXES,
  readLines,
  type SectionId,
  sectionOf,
} from './grammar.ts'

/** A bullet: offsets of the text behind its dash, and the lines below it that are indented deeper. */
export type Bullet = {
  readonly start: number
  readonly end: number
  readonly block: Line[]
}

/** A list of a section, by its header. */
export type List = {
  readonly name: string
  readonly line: Line
  /** The line of its `(none)` or `no change`. */
  none: Line | null
  /** It is the second of the two. */
  isUnchanged: boolean
  readonly bullets: Bullet[]
}

/** A section as the text has it. */
export type Section = {
  readonly id: SectionId
  readonly line: Line
  none: Line | null
  readonly lists: List[]
}

/** A problem by offsets, in a section that is known. */
export type SectionFault = {
  readonly start: number
  readonly end: number
  readonly message: string
  readonly help: string
}

/** A problem by offsets. */
export type Fault = SectionFault & { readonly section: SectionId | null }

/** The lines of an update as sections, lists and bullets, and what does not fit. */
type Outline = { readonly sections: readonly Section[]; readonly faults: readonly Fault[] }

/** Where the reader is: what the next line may continue. */
type Cursor = {
  readonly text: string
  readonly sections: Section[]
  readonly faults: Fault[]
  section: Section | null
  list: List | null
  bullet: Bullet | null
  /** Blank lines that are a part of the bullet if a line of it follows. */
  blanks: Line[]
  /** The lines that follow belong to a line that was reported: nothing is reported until a line fits again. */
  isLost: boolean
  /** Below a header that was reported: nothing is reported until the next line of that level or a higher one. */
  lostBelow: number | null
}

/** Reads an update line by line, each line once, by its level of indentation. */
export function outline(text: string): Outline {
  const cursor: Cursor = {
    text,
    sections: [],
    faults: [],
    section: null,
    list: null,
    bullet: null,
    blanks: [],
    isLost: false,
    lostBelow: null,
  }
  for (const line of readLines(text)) readLine(cursor, line)
  return cursor
}

function readLine(cursor: Cursor, line: Line): void {
  const level = Math.floor(line.width / LEVEL)
  if (line.isBlank && (level < 3 || !cursor.bullet)) {
    if (cursor.bullet) cursor.blanks.push(line)
    return
  }
  const said = level >= 3 ? readDeepLine(cursor, line) : readShallowLine(cursor, line, level)
  // One problem for a run of lines that fit nowhere.
  if (said && !cursor.isLost) addFault(cursor, line, said)
  if (said) cursor.isLost = true
}

/** Each of these gives what is wrong with the line; null when it fits, or when nothing is to be reported. */
function readDeepLine(cursor: Cursor, line: Line): LineMessage | null {
  const { bullet, blanks, lostBelow } = cursor
  if (!bullet) return lostBelow === null ? TOO_DEEP : null
  bullet.block.push(...blanks, line)
  cursor.blanks = []
  return null
}

function readShallowLine(cursor: Cursor, line: Line, level: number): LineMessage | null {
  cursor.bullet = null
  cursor.blanks = []
  if (cursor.lostBelow !== null && line.width > cursor.lostBelow * LEVEL) return null
  cursor.lostBelow = null
  if (!cursor.section && isNone(bodyOf(cursor, line))) return acceptLine(cursor)
  if (line.width % LEVEL === 1) return oddIndent(line.width)
  if (level === 0) return readSectionHeader(cursor, line)
  return level === 1 ? readListHeader(cursor, line) : bullet(cursor, line)
}

function readSectionHeader(cursor: Cursor, line: Line): LineMessage | null {
  const body = bodyOf(cursor, line)
  const id = sectionOf(body)
  if (!id) return readUnknownSection(cursor, line, body)
  const header = HEADERS[id]
  cursor.isLost = false
  cursor.list = null
  const rest = body.slice(header.length + 1).trim()
  const first = cursor.sections.find((section) => section.id === id)
  if (first) {
    addFault(cursor, line, { section: id, ...secondHeader(header) })
    cursor.section = first
    cursor.lostBelow = 0
    return null
  }
  const section: Section = { id, line, none: isNone(rest) ? line : null, lists: [] }
  cursor.sections.push(section)
  cursor.section = section
  if (rest !== '' && !isNone(rest)) addFault(cursor, line, textBehind(header, formOf(id, rest)))
  return null
}

/** The mark of an empty section need not be indented. A line that is nearly a header starts another section. */
function readUnknownSection(cursor: Cursor, line: Line, body: string): LineMessage | null {
  if (isNone(body) && cursor.section && !cursor.section.none) {
    cursor.section.none = line
    return acceptLine(cursor)
  }
  const misspelt = misspeltSection(body, cursor.section)
  if (!misspelt) return notSection(body, cursor.section)
  addFault(cursor, line, misspelt)
  cursor.section = null
  cursor.list = null
  cursor.isLost = false
  cursor.lostBelow = 0
  return null
}

function readListHeader(cursor: Cursor, line: Line): LineMessage | null {
  const body = bodyOf(cursor, line)
  const { section } = cursor
  if (!section) return outsideSection(body)
  const name = LISTS[section.id].find((one) => body.startsWith(`${one}:`))
  if (name === undefined) return readUnknownList(cursor, line, section)
  cursor.isLost = false
  if (section.lists.some((one) => one.name === name)) {
    addFault(cursor, line, secondHeader(name))
    cursor.lostBelow = 1
    return null
  }
  const rest = body.slice(name.length + 1).trim()
  const list: List = {
    name,
    line,
    none: isNone(rest) ? line : null,
    isUnchanged: isNoChange(rest),
    bullets: [],
  }
  section.lists.push(list)
  cursor.list = list
  if (rest !== '' && !isNone(rest)) addFault(cursor, line, textBehind(name, formOf(section.id, '', name)))
  return null
}

function readUnknownList(cursor: Cursor, line: Line, section: Section): LineMessage | null {
  const body = bodyOf(cursor, line)
  if (isNone(textAfterDash(body)) && !section.none) {
    section.none = line
    return acceptLine(cursor)
  }
  cursor.list = null
  if (body.startsWith('-')) return section.lists.length > 0 ? BULLET_AS_LIST : withoutList(section.id, body)
  cursor.lostBelow = 1
  return notList(body, section.id)
}

function bullet(cursor: Cursor, line: Line): LineMessage | null {
  const body = bodyOf(cursor, line)
  const { list, section } = cursor
  if (!section) return outsideSection(body)
  if (!list)
    return isNone(textAfterDash(body))
      ? readUnknownList(cursor, line, section)
      : withoutList(section.id, body)
  if (isNone(textAfterDash(body))) {
    list.none = line
    list.isUnchanged = isNoChange(textAfterDash(body))
    return acceptLine(cursor)
  }
  const behind = body.startsWith('-') ? body.slice(1) : ''
  const isBullet = body === '-' || behind.startsWith(' ') || behind.startsWith('\t')
  if (!isBullet) return notBullet(section.id, list)
  cursor.isLost = false
  const found: Bullet = { start: line.text + 1, end: line.end, block: [] }
  list.bullets.push(found)
  cursor.bullet = found
  return null
}

function textAfterDash(body: string): string {
  return body.startsWith('-') ? body.slice(1).trim() : body
}

function acceptLine(cursor: Cursor): null {
  cursor.isLost = false
  return null
}

function addFault(cursor: Cursor, line: Line, said: LineMessage): void {
  const end = line.text + bodyOf(cursor, line).length
  cursor.faults.push({ start: line.text, end, section: cursor.section?.id ?? null, ...said })
}

function bodyOf({ text }: Cursor, line: Line): string {
  return text.slice(line.text, line.end).trimEnd()
}

/** The message for a line that fits nowhere; `section` where it is not the one that the line is in. */
type LineMessage = {
  readonly message: string
  readonly help: string
  readonly section?: SectionId | null
}

const ALL_HEADERS = Object.values(HEADERS)

/** An indented line with no bullet that it could belong to. */
const TOO_DEEP: LineMessage = {
  message: 'The line is indented, but belongs to no bullet above it',
  help: 'Indent sections not at all, lists by one level, bullets by two; a level is two spaces or a tab.',
}

/** A bullet with too little indent. */
const BULLET_AS_LIST: LineMessage = {
  message: 'The bullet is at the level of a list, not one level deeper',
  help: 'Indent the bullets of a list by two levels: four spaces or two tabs.',
}

/** A line that means to be a section's header; null for any other. */
function misspeltSection(body: string, above: Section | null): LineMessage | null {
  if (body.length > 40 || !body.endsWith(':') || isListHeader(body)) return null
  const guess = nearest(body.slice(0, -1), ALL_HEADERS)
  if (guess === undefined) return null
  return {
    // It may be a line of the snippet above that lost its indent: that must not be applied without it.
    section: above?.id === 'verbatim' ? 'verbatim' : null,
    message: `Section ${quoteText(body.slice(0, -1))} is not ${oneOf(ALL_HEADERS)}`,
    help: `Did you mean ${guess}?`,
  }
}

/** Any other line that is not indented. */
function notSection(body: string, above: Section | null): LineMessage {
  const isBullet = above?.lists.length === 0 && body.startsWith('- ')
  return {
    message: `The text ${quoteText(body)} at the start of a line is not ${oneOf(ALL_HEADERS)}`,
    help: isListHeader(body)
      ? 'Indent the list by one level below its section: two spaces or a tab.'
      : isBullet
        ? formOf(above.id, body)
        : 'Delete the line, or indent it by three levels if it belongs to the snippet above.',
  }
}

/** A line in the place of a list's header. */
function notList(body: string, id: SectionId): LineMessage {
  const names = LISTS[id]
  const guess = body.endsWith(':') ? nearest(body.slice(0, -1), names) : undefined
  return {
    message: `The text ${quoteText(body)} in ${HEADERS[id]} is not ${oneOf(names.map((name) => `${name}:`))}`,
    help: guess === undefined ? 'Correct the name of the list.' : `Did you mean "${guess}:"?`,
  }
}

/** An indent of half a level. */
function oddIndent(width: number): LineMessage {
  return {
    message: `The indent of ${width} ${width === 1 ? 'column' : 'columns'} is not an even number`,
    help: 'Indent by two spaces or one tab a level.',
  }
}

/** A section or list that was there before. */
function secondHeader(name: string): LineMessage {
  return { message: `The header ${name} is there twice`, help: 'Join the two.' }
}

/** A header with text on its line. */
function textBehind(name: string, form: string): LineMessage {
  return {
    message: `Text follows ${name}: on the same line`,
    help: `Write nothing behind the colon, or (none) where ${name} is empty. ${form}`,
  }
}

/** An indented line with no section above it. */
function outsideSection(body: string): LineMessage {
  return {
    message: `The text ${quoteText(body)} is outside of any section`,
    help: `Start with ${oneOf(ALL_HEADERS.map((header) => `${header}:`))}, not indented.`,
  }
}

/** A bullet straight below a section. */
function withoutList(id: SectionId, body: string): LineMessage {
  return {
    message: `The line in ${HEADERS[id]} has no list above it: ${oneOf(LISTS[id].map((name) => `${name}:`))}`,
    help: formOf(id, body),
  }
}

/** How the bullets of lists are written. */
export const FORMS = {
  learning: 'because <reason>: <insight>',
  snippet: 'because <reason>: <label> => <snippet>',
}

/** What an update has to hold for a bullet to be read, with every space; of the list that the bullet seems to be of. */
function formOf(id: SectionId, body: string, list = listMeant(id, body)): string {
  return `Write three lines: \`${HEADERS[id]}:\`, \`  ${list}:\`, \`    - ${bulletOf(id, list)}\`.`
}

function bulletOf(id: SectionId, list: string): string {
  if (id === 'progress') return '<one thing on one line>'
  if (list === 'ARCHIVE') return `${PREFIXES[id]}-<number> because <reason>`
  return id === 'learnings' ? FORMS.learning : FORMS.snippet
}

function listMeant(id: SectionId, body: string): string {
  if (id === 'progress') return 'In Progress'
  return /^(?:-\s*)?(?:KL|VC)-\d/.test(body) ? 'ARCHIVE' : 'ADD'
}

/** A line in the place of a bullet, often the second line of the one above it. */
function notBullet(id: SectionId, { name, bullets }: List): LineMessage {
  if (bullets.length === 0 || (id === 'verbatim' && name === 'ADD')) {
    return {
      message: 'The line is not a bullet that starts with `- `',
      help:
        id === 'verbatim'
          ? 'Start it with `- `; further lines of a snippet are indented by three levels.'
          : 'Start it with `- `.',
    }
  }
  return secondLine(id === 'learnings' && name === 'ADD' ? 'an insight' : 'a bullet')
}

/** The message for a further line where there may be only one. */
export function secondLine(what: string): { readonly message: string; readonly help: string } {
  return {
    message: `The text of ${what} has a second line, but belongs on one`,
    help: 'Join the lines, or start another bullet with `- `.',
  }
}

/** A text as a message shows it: cut, and in quotes. */
export function quoteText(text: string): string {
  return JSON.stringify(text.length > 30 ? `${text.slice(0, 30)}…` : text)
}

function isListHeader(body: string): boolean {
  return [...LISTS.progress, ...LISTS.learnings].some((name) => body.startsWith(`${name}:`))
}

function oneOf(names: readonly string[]): string {
  return names.length === 1 ? (names[0] ?? '') : `one of ${names.join(', ')}`
}
