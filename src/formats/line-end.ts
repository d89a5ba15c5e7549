/** The line end that a text uses first; a line feed where it has none. */
export function lineEndOf(text: string): string {
  return /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
}

/**
 * What a text lacks at its end for something to be added as a separate paragraph: nothing where it ends in a
 * blank line or is empty, else one line end or two.
 */
export function gapBehind(text: string, lineEnd: string): string {
  if (/^[\uFEFF \t]*$|(?:\r\n|\n|\r(?!\n))[ \t]*(?:\r\n|\n|\r)$/.test(text)) return ''
  return /[\n\r]$/.test(text) ? lineEnd : lineEnd + lineEnd
}

/** A text with a block of lines as its last paragraph: no byte of what was there is changed. */
export function withBlock(text: string, block: string): string {
  const lineEnd = lineEndOf(text)
  return text + gapBehind(text, lineEnd) + block.replaceAll('\n', lineEnd)
}

/** The line break that most lines of some texts end with; LF for texts of one line. */
export function mostUsedBreak(...texts: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const [found] of text.matchAll(/\r\n|\n|\r/g)) counts.set(found, (counts.get(found) ?? 0) + 1)
    if (counts.size > 0) break
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '\n'
}

/** A text with every line break as LF: what makes two texts the same, however they were checked out. */
export function plainBreaks(text: string): string {
  return text.replace(/\r\n?/g, '\n')
}
