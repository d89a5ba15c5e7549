import type { Edit } from '../../src/core/edit.ts'
import { endOfLine, isTextBelow, type LogText, lineBreakAfter } from './log-text.ts'

/** Splices that give every entry its `---`: where it is missing, stuck to a text, or another kind of line. */
export function separatorEdits(read: LogText): Edit[] {
  const { text, log } = read
  return log.entries.flatMap(({ separator, underline, ownEnd, heading }) => {
    const lineBreak = lineBreakAfter(read, heading.end)
    if (underline) return [{ start: underline.start, end: underline.start, text: lineBreak }]
    if (separator) {
      return text[separator.start] === '-'
        ? []
        : [{ start: separator.start, end: separator.end, text: '---' }]
    }
    const at = endOfLine(text, ownEnd)
    return [
      { start: at, end: at, text: `${lineBreak}${lineBreak}---${isTextBelow(text, at) ? lineBreak : ''}` },
    ]
  })
}
