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
export function behindIndent(text: string, { start, text: stop }: Line, columns: number): number {
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
export function indentOf(text: string): string {
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
