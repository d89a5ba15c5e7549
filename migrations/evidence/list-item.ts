/** An item of a list, at any depth; `checked` is null where it has no task box. */
export type ListItem = {
  readonly text: string
  readonly line: number
  readonly indent: number
  readonly checked: boolean | null
}

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[([ xX])\](?=[ \t]|$))?(.*)$/s

/** The list item that starts on a line; null where none does. */
export function listItemOf(source: string, line: number): ListItem | null {
  const match = ITEM.exec(source)
  if (!match) return null
  const [, indent = '', box, text = ''] = match
  return {
    text: text.trim(),
    line,
    indent: indent.replaceAll('\t', '    ').length,
    checked: box === undefined ? null : box !== ' ',
  }
}
