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
