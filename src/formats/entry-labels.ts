import type { Range } from '../core/source.ts'
import { type LineStarts, lineAt } from '../core/text.ts'

/** A piece of the text and its place. */
export type Token = Range & { readonly text: string }

/** A `**Category:** value` or `**Tags:** value` line. */
export type LabelLine = {
  /** The line without its line break. */
  readonly line: Range
  readonly value: Token
  /** The label is at the start of the line in exactly the format's form. */
  readonly isExact: boolean
}

/** The label lines right under an entry's heading, in any order; `end` is where what follows them starts. */
export type EntryLabels = {
  readonly category: LabelLine | null
  readonly tags: LabelLine | null
  readonly end: number
}

/** A label as people write it: other case, marks elsewhere, in a list item. Every repetition is bounded. */
const LABEL = /^ {0,3}(?:[-*+] {1,3})?[*_]{0,3}(categor(?:y|ies)|tags?)[*_]{0,3} {0,2}:[*_]{0,3}/i

/** A label whose closing marks can only be after the value: `**Category: x**`. */
const OPEN_LABEL = /[*_]{1,3}\w+ {0,2}:$/

/**
 * Reads the label lines in a range that starts behind an entry's heading. Blank lines and one-line comments may be
 * between them; the first other line, or a label for the second time, ends them.
 */
export function readEntryLabels(text: string, starts: LineStarts, within: Range): EntryLabels {
  let category: LabelLine | null = null
  let tags: LabelLine | null = null
  let end = within.start
  for (let number = lineAt(starts, within.start) + 1; ; number++) {
    const line = lineRange(text, starts, number)
    if (!line || line.start >= within.end) break
    const content = text.slice(line.start, line.end)
    if (isSkipped(content)) continue
    const match = LABEL.exec(content)
    if (!match) break
    const isTags = match[1]?.toLowerCase().startsWith('t') ?? false
    if (isTags ? tags : category) break
    const label = labelLine(text, line, match[0])
    if (isProse(match[0], label.value.text)) break
    if (isTags) tags = label
    else category = label
    end = line.end
  }
  return { category, tags, end }
}

/** Splits the value of a tags line at its commas; an empty part has an empty text. */
export function tagParts(value: Token): Token[] {
  let start = value.start
  return value.text.split(',').map((part) => {
    const token = trimmed(part, start)
    start += part.length + 1
    return token
  })
}

/** The range of a line by its number, without its line break; null past the last line. */
export function lineRange(text: string, starts: LineStarts, number: number): Range | null {
  const start = starts[number - 1]
  if (start === undefined) return null
  let end = starts[number] ?? text.length
  if (end > start && text[end - 1] === '\n') end--
  if (end > start && text[end - 1] === '\r') end--
  return { start, end }
}

function isSkipped(content: string): boolean {
  const line = content.trim()
  return line === '' || (line.startsWith('<!--') && line.indexOf('-->') === line.length - 3)
}

/** A sentence may start with `Tags:`; without any mark, only single words after it make it a label. */
function isProse(label: string, value: string): boolean {
  return !/[*_+-]/.test(label) && !/^[^\s,]*(?:\s*,\s*[^\s,]+)*,?$/.test(value)
}

function labelLine(text: string, line: Range, label: string): LabelLine {
  const rest = text.slice(line.start + label.length, line.end)
  const value = trimmed(OPEN_LABEL.test(label) ? withoutMarks(rest) : rest, line.start + label.length)
  const exact = label === '**Category:**' || label === '**Tags:**'
  return { line, value, isExact: exact && (value.text === '' || value.start > line.start + label.length) }
}

/** Takes the closing marks off a value, and with them the blanks behind it. */
function withoutMarks(rest: string): string {
  const value = rest.trimEnd()
  let end = value.length
  while (end > 0 && (value[end - 1] === '*' || value[end - 1] === '_')) end--
  return value.slice(0, end)
}

/**
 * A part without blanks around it, and without the backslash that makes a hard line break; an empty one is where
 * the part ends.
 */
function trimmed(part: string, offset: number): Token {
  const whole = part.trimEnd()
  const kept = (whole.endsWith('\\') ? whole.slice(0, -1) : whole).trimEnd()
  const text = kept.trimStart()
  const start = offset + (text === '' ? part.length : kept.length - text.length)
  return { start, end: start + text.length, text }
}
