import { findHiddenText } from '../../../formats/hidden-text.ts'

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
