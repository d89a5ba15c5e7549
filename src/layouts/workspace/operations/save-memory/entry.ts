/** An entry that is to be saved, with every value in the form in which it is written. */
export type NewEntry = {
  readonly kind: 'decision' | 'lesson'
  /** `YYYY-MM-DD` */
  readonly date: string
  readonly title: string
  readonly category: string
  readonly tags: readonly string[]
  /** Markdown with LF as line end, no blank lines at either end. */
  readonly content: string
}

/** The entry in the format's form, without a line end behind it. */
export function entryText({ date, title, category, tags, content }: NewEntry): string {
  const labels = [`**Category:** ${category}`, ...(tags.length > 0 ? [`**Tags:** ${tags.join(', ')}`] : [])]
  return [`### [${date}] ${title}`, '', ...labels, '', content, '', '---'].join('\n')
}

/** What stands on a line of the entry, counted from its heading as 0, in words for who wrote it. */
export function partAt({ tags }: NewEntry, line: number): string {
  const first = tags.length > 0 ? 5 : 4
  if (line >= first) return `line ${line - first + 1} of content`
  return line < 2 ? 'the title' : line === 2 ? 'the category' : 'the tags'
}
