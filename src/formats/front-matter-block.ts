import type { FrontMatter, Range } from '../core/source.ts'
import { type LineStarts, lineEnd, once } from '../core/text.ts'

/** What opens and closes front matter. */
export const OPENING = '---'

/** Values that front matter may hold; a whole YAML file may hold more. */
export const MAX_NODES = 5_000

/** A text with its line starts, and how many bytes of YAML a block may hold. */
export type Lines = { readonly text: string; readonly starts: LineStarts; readonly maxBytes: number }

/** A block with both its lines, and the YAML between them. */
export type BlockLines = { readonly block: Range; readonly yaml: Range }

const FENCE = /---[ \t]*(?=[\r\n]|$)/y
const KEY_LINE = once(() => /(?:[\p{L}_][\p{L}\p{N}_ .-]*|"[^"\r\n]*"|'[^'\r\n]*'):(?=[ \t\r\n]|$)/uy)
/** Most of those: to build the other one takes a millisecond. */
const ASCII_KEY_LINE = /[a-z_][a-z0-9_ .-]*:(?=[ \t\r\n]|$)/iy
const BLANK_LINE = /[ \t]*(?=[\r\n]|$)/y
/** A line that can go on a map: an item, more of a value, a comment, a closing bracket. */
const OTHER_LINE = /[ \t]+\S|-[ \t]|-(?=[\r\n])|#|[\]}]/y

/** True when the line at `start` is `---`, blanks after it allowed. */
export function opensAt(text: string, start: number): boolean {
  return matchesAt(FENCE, text, start)
}

/** True for a line of nothing but spaces and tabs. */
export function isBlankLine({ text }: { readonly text: string }, start: number): boolean {
  return matchesAt(BLANK_LINE, text, start)
}

/** The block that opens at `start`; null when no line closes it. */
export function blockAt({ text }: { readonly text: string }, start: number): BlockLines | null {
  const first = lineEnd(text, start).next
  for (let at = first; at < text.length; at = lineEnd(text, at).next) {
    if (!opensAt(text, at)) continue
    return { block: { start, end: lineEnd(text, at).next }, yaml: { start: first, end: at } }
  }
  return null
}

/** True when some line of a range looks like `key:` or `key: value`, at the left margin. */
export function hasKeyLine({ text }: { readonly text: string }, range: Range): boolean {
  for (let at = range.start; at < range.end; at = lineEnd(text, at).next) {
    if (isKeyLine(text, at)) return true
  }
  return false
}

/**
 * True when a block reads like front matter and not like prose between two thematic breaks: it starts with a `key:`
 * line, every line could be part of a map, and no blank line sets the text off from the `---` lines.
 */
export function looksLikeMap(lines: Lines, { start, end }: Range): boolean {
  const { text } = lines
  if (start >= end || !isKeyLine(text, start)) return false
  let isBlank = false
  for (let at = start; at < end; at = lineEnd(text, at).next) {
    isBlank = isBlankLine(lines, at)
    if (!isBlank && !isKeyLine(text, at) && !matchesAt(OTHER_LINE, text, at)) return false
  }
  return !isBlank
}

function isKeyLine(text: string, start: number): boolean {
  return matchesAt(ASCII_KEY_LINE, text, start) || matchesAt(KEY_LINE(), text, start)
}

function matchesAt(sticky: RegExp, text: string, start: number): boolean {
  sticky.lastIndex = start
  return sticky.test(text)
}

/**
 * Where a new `key: value` line of front matter goes, and what indents it: the end of the block, in the column of the
 * first key, for a block map may be indented as a whole. Null for a map in braces, which has no separate line for a field.
 */
export function newLineAt(
  text: string,
  { nodes, yaml }: FrontMatter,
): { readonly at: number; readonly indent: string } | null {
  if (text[nodes.get('')?.value.start ?? yaml.start] === '{') return null
  const first = [...nodes.values()].find(({ key }) => key !== null)?.key?.start ?? yaml.start
  return { at: yaml.end, indent: /(?:^|[\r\n])( *)$/.exec(text.slice(0, first))?.[1] ?? '' }
}

/**
 * The text behind the front matter, to compare it with the text before a change: without a byte order mark, blank
 * lines at its beginning and white space at its end, and with LF as line end, so that front matter alone never counts.
 */
export function bodyText(text: string): string {
  const start = text.startsWith('\ufeff') ? 1 : 0
  return text
    .slice(bodyStart(text, start))
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
}

function bodyStart(text: string, start: number): number {
  if (!opensAt(text, start)) return start
  const found = blockAt({ text }, start)
  if (!found) return start
  return found.yaml.start === found.yaml.end || hasKeyLine({ text }, found.yaml) ? found.block.end : start
}
