import type { Line } from './line.ts'

/**
 * What a line would start, judged by its first characters alone, at an indent of at most 3: `underline` is a line of
 * only `=` or only `-`; `other` is a tag, which needs a closer look. What is no block start is `text`.
 */
export type LineKind = 'heading' | 'fence' | 'break' | 'underline' | 'quote' | 'item' | 'other' | 'text'

const HEADING = /#{1,6}(?=[ \t\r\n]|$)/y
const BREAK = /(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})(?=[\r\n]|$)/y
const UNDERLINE = /(?:=+|-+)[ \t]*(?=[\r\n]|$)/y
const FENCE = /`{3,}(?=[^`\r\n]*(?:[\r\n]|$))|~{3,}/y
const TAG = /<[a-z/!?]/iy
const ITEM = /(?:[-+*]|\d{1,9}[.)])(?=[ \t\r\n]|$)/y

/** Says what a line that is not blank would start. */
export function lineKind(text: string, { at }: Line): LineKind {
  switch (text.charAt(at)) {
    case '#':
      return matches(HEADING, text, at) ? 'heading' : 'text'
    case '`':
    case '~':
      return matches(FENCE, text, at) ? 'fence' : 'text'
    case '>':
      return 'quote'
    case '<':
      return matches(TAG, text, at) ? 'other' : 'text'
    case '=':
      return matches(UNDERLINE, text, at) ? 'underline' : 'text'
    case '-':
      if (matches(UNDERLINE, text, at)) return 'underline'
      return matches(BREAK, text, at) ? 'break' : itemKind(text, at)
    case '*':
      return matches(BREAK, text, at) ? 'break' : itemKind(text, at)
    case '_':
      return matches(BREAK, text, at) ? 'break' : 'text'
    case '+':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
      return itemKind(text, at)
    default:
      return 'text'
  }
}

/** The number of characters of the fence mark at an offset; 0 for none. */
export function fenceLength(text: string, at: number): number {
  return length(FENCE, text, at)
}

/** The number of `#` that start a heading at an offset; 0 for none. */
export function headingDepth(text: string, at: number): number {
  return length(HEADING, text, at)
}

/** The length of the list mark at an offset, without what follows; 0 for none. */
export function itemMarkLength(text: string, at: number): number {
  return length(ITEM, text, at)
}

/** True for a line that is a thematic break where nothing makes it an underline. */
export function isBreak(text: string, { at }: Line): boolean {
  return matches(BREAK, text, at)
}

function itemKind(text: string, at: number): LineKind {
  return matches(ITEM, text, at) ? 'item' : 'text'
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  return length(pattern, text, at) > 0
}

function length(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}
