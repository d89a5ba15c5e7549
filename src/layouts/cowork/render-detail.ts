import type { Json, JsonObject } from '../../core/json.ts'
import { findHiddenText } from '../../formats/hidden-text.ts'
import type { ListName } from './rows.ts'

/** A single line that is longer is shown as it is, in a code block. */
const MOST_FOR_PROSE = 2000

/**
 * What the detail file of a row says above its mark, with LF and one line break at the end; null for a row that lacks a
 * field of its model. Values are untrusted: a single line is escaped, several lines are in a code block, so nothing in
 * them can become a heading, a list, HTML or a link.
 */
export function renderDetail(list: ListName, row: JsonObject): string | null {
  const blocks = list === 'decisions' ? decisionBlocks(row) : patternBlocks(row)
  return blocks && `${blocks.join('\n\n')}\n`
}

/** What a detail file says above its mark below its heading and its labels: what a search shows of the file, and of its row. */
export function detailSections(head: string): string {
  const at = /^## /m.exec(head)?.index
  return at === undefined ? '' : head.slice(at).trim()
}

function decisionBlocks(row: JsonObject): string[] | null {
  const texts = textsOf(row, ['id', 'title', 'context', 'decision', 'iteration_id', 'created_at'])
  const consequences = listOf(row.consequences)
  if (!texts || !consequences) return null
  return [
    heading(texts.title, texts.id),
    labels(texts),
    ...section('Context', prose(texts.context)),
    ...section('Decision', prose(texts.decision)),
    ...section('Consequences', bullets(consequences)),
  ]
}

function patternBlocks(row: JsonObject): string[] | null {
  const texts = textsOf(row, ['id', 'name', 'description', 'iteration_id', 'created_at'])
  const usage = listOf(row.usage)
  const tags = listOf(row.tags)
  const code = row.code_example ?? ''
  if (!texts || !usage || !tags || typeof code !== 'string') return null
  return [
    heading(texts.name, texts.id),
    labels(texts, tags),
    ...section('Description', prose(texts.description)),
    ...section('Usage', bullets(usage)),
    ...section('Code example', fence(visibleLines(code), '')),
  ]
}

function textsOf<Name extends string>(
  row: JsonObject,
  names: readonly Name[],
): { readonly [name in Name]: string } | null {
  const texts = names.map((name) => [name, row[name]] as const)
  if (texts.some(([, value]) => typeof value !== 'string')) return null
  return Object.fromEntries(texts) as { readonly [name in Name]: string }
}

function listOf(value: Json | undefined): readonly string[] | null {
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? (value as string[]) : null
}

function oneLine(value: string): string {
  return escapeProse(visibleLines(value).join(' ').replace(/\s+/g, ' '))
}

/** A title as a heading of the first level; the id where it says nothing. */
export function heading(title: string, id: string): string {
  return `# ${oneLine(title) || oneLine(id)}`
}

function labels(
  { id, iteration_id, created_at }: { readonly [name in 'id' | 'iteration_id' | 'created_at']: string },
  tags: readonly string[] = [],
): string {
  const rows = [
    ['Id', oneLine(id)],
    ['Iteration', oneLine(iteration_id)],
    ['Created', oneLine(created_at)],
    ['Tags', tags.map(oneLine).filter(Boolean).join(', ')],
  ]
  return rows.flatMap(([name, value]) => (value ? [`- **${name}:** ${value}`] : [])).join('\n')
}

function section(name: string, body: string): string[] {
  return body === '' ? [] : [`## ${name}`, body]
}

/** A value as Markdown in which nothing of it is markup: one line as prose, several in a code block. */
export function prose(value: string): string {
  const lines = visibleLines(value)
  const [first = '', second] = lines
  return second === undefined && first.length <= MOST_FOR_PROSE ? escapeProse(first) : fence(lines, 'text')
}

/** Values as a list. */
export function bullets(values: readonly string[]): string {
  return values
    .map(prose)
    .filter(Boolean)
    .map((value) => `- ${value.replace(/\n(?!\n)/g, '\n  ')}`)
    .join('\n')
}

/** A code block whose marks are longer than any run of backticks in it: nothing in it can end it. */
function fence(lines: readonly string[], info: string): string {
  if (lines.length === 0) return ''
  const longest = Math.max(2, ...lines.map((line) => longestRun(line)))
  const mark = '`'.repeat(longest + 1)
  return [`${mark}${info}`, ...lines.map(withoutMark), mark].join('\n')
}

/** A line that could be taken for the file's own mark is moved in by one space. */
function withoutMark(line: string): string {
  return line.startsWith('<!-- Above:') ? ` ${line}` : line
}

function longestRun(line: string): number {
  return (line.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)
}

/** A longer line has no code spans looked for, so that many backticks cost no more than their number. */
const MOST_FOR_SPANS = 2000

const PUNCTUATION = /[!-/:-@[-`{-~]/
const WORD = /[\p{L}\p{N}]/u

/**
 * One line of text as Markdown that shows exactly that line: what would be markup is escaped, and only code spans that end
 * on the line keep their meaning. The result can be used as a paragraph, in a list item or in a heading.
 */
export function escapeProse(line: string): string {
  const text = line.trim()
  const start = /^(?:[#>+=-]|\d{1,9}(?=[.)](?:\s|$)))/.exec(text)?.[0]
  if (start === undefined) return inline(text, 0)
  const isNumber = /^\d/.test(start)
  const rest = isNumber ? start.length : 0
  const escaped = `${text.slice(0, rest)}\\${text[rest] ?? ''}`
  return escaped + inline(text, rest + 1)
}

function inline(text: string, from: number): string {
  let result = ''
  let at = from
  while (at < text.length) {
    const span = text[at] === '`' ? spanAt(text, at) : 0
    if (span > 0) result += text.slice(at, at + span)
    else result += needsEscape(text, at) ? `\\${text[at]}` : text[at]
    at += Math.max(span, 1)
  }
  return result.endsWith('#') ? `${result.slice(0, -1)}\\#` : result
}

/** The length of the code span that starts here; 0 where no run of as many backticks ends it. */
function spanAt(text: string, start: number): number {
  if (text.length > MOST_FOR_SPANS || text[start - 1] === '`') return 0
  const ticks = /^`+/.exec(text.slice(start))?.[0].length ?? 0
  for (const { 0: run, index } of text.slice(start + ticks).matchAll(/`+/g)) {
    if (run.length === ticks) return ticks + index + ticks
  }
  return 0
}

function needsEscape(text: string, at: number): boolean {
  const next = text[at + 1] ?? ''
  switch (text[at]) {
    case '`':
    case '*':
    case '[':
    case ']':
    case '<':
    case '~':
    case '|':
      return true
    case '_':
      return !(WORD.test(text[at - 1] ?? '') && WORD.test(next))
    case '&':
      return /[#\p{L}]/u.test(next)
    case '\\':
      return next === '' || PUNCTUATION.test(next)
    default:
      return false
  }
}

/** Everything that a reader cannot see, but for tabs and line breaks. */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}]|\u034f|[\u115f\u1160\u2800\u3164\uffa0\ufff0-\uffff]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e0fff}]/gu

/**
 * The lines of a value as they are written into a file: LF, without blank lines around them. Text that holds hidden
 * characters, which JSON can spell as escapes, shows all of them as `\u{…}`.
 */
export function visibleLines(value: string): string[] {
  const lines = value.replace(/\r\n?/g, '\n').split('\n')
  const shown = lines.map((line) =>
    (findHiddenText(` ${line} `).length > 0 ? withEscapes(line) : line).trimEnd(),
  )
  const first = shown.findIndex((line) => line !== '')
  const last = shown.findLastIndex((line) => line !== '')
  return first < 0 ? [] : shown.slice(first, last + 1)
}

function withEscapes(line: string): string {
  return line.replace(UNSEEN, (character) =>
    character === '\t' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  )
}
