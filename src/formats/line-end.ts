/** The line end that a text uses first; a line feed where it has none. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/**
 * What a text lacks at its end for something to be put behind it as a paragraph of its own: nothing where it ends in a
 * blank line or is empty, else one line end or two.
 */
export function gapBehind(text: string, lineEnd: string): string {
  if (/^[\uFEFF \t]*$|(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text)) return ''
  return /[\n\r]$/.test(text) ? lineEnd : lineEnd + lineEnd
}
