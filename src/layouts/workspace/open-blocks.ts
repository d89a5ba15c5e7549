import type { Block, Markdown } from '../../core/markdown.ts'

/** Fences and HTML blocks at the top level that nothing closes: they swallow everything to the end of the text. */
export function openBlocks({ blocks }: Markdown): Block[] {
  let containerEnd = 0
  return blocks.filter(({ type, start, end, closed }) => {
    if (type === 'list' || type === 'quote') containerEnd = Math.max(containerEnd, end)
    return !closed && start >= containerEnd
  })
}
