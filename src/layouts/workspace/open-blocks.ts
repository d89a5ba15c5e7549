import type { Block, Markdown } from '../../core/markdown.ts'

/** A line that has the form of an entry's heading. */
export const ENTRY_LINE = /^ {0,3}### +\[\d{4}-\d{2}-\d{2}\]/m

/** Fences and HTML blocks at the top level that nothing closes: they swallow everything to the end of the text. */
export function openBlocks({ blocks }: Markdown): Block[] {
  let containerEnd = 0
  return blocks.filter(({ type, start, end, closed }) => {
    if (type === 'list' || type === 'quote') containerEnd = Math.max(containerEnd, end)
    return !closed && start >= containerEnd
  })
}
