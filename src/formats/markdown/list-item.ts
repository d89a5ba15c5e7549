import { isBlank, type Line, lineFrom } from './line.ts'
import { itemMarkLength } from './line-kind.ts'

/** The start of a list item with content. */
export type ListItem = {
  /** The character that tells its list from others: `-`, `+`, `*`, `.` or `)`. */
  readonly mark: string
  /** The number as written; empty for a bullet. */
  readonly number: string
  /** What follows the mark; its indent is the column where the item's content starts. */
  readonly content: Line
}

/** The item that starts in a line of kind `item`; null when it is empty or starts with indented code. */
export function listItem(text: string, line: Line): ListItem | null {
  const length = itemMarkLength(text, line.at)
  const end = line.at + length
  const column = line.indent + length
  const content = lineFrom(text, end, line.end, column)
  if (isBlank(content) || content.indent - column > 4) return null
  return { mark: text.charAt(end - 1), number: text.slice(line.at, end - 1), content }
}
