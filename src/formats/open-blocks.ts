import type { Block, Markdown } from '../core/markdown.ts'

/** A line that has the form of an entry's heading. */
export const ENTRY_LINE = /^ {0,3}### +\[\d{4}-\d{2}-\d{2}\]/m

/** HTML that has an end of its own; other HTML goes on to the next blank line. */
const CLOSES_ITSELF = /^ {0,3}<(?:!|\?|(?:pre|script|style|textarea)\b)/i

/** A fence's opening line: its marks, and what stands behind them. */
const OPENING = /^ {0,3}(`{3,}|~{3,})[ \t]*([^\s`~])?/

/** Fences and HTML blocks at the top level that nothing closes: they swallow everything to the end of the text. */
export function openBlocks(markdown: Markdown): Block[] {
  return topBlocks(markdown).filter(({ closed }) => !closed)
}

/**
 * Blocks at the top level that end in time, and in which an entry's heading can stand only by mistake: HTML with no
 * blank line above the heading, and fences and comments that were opened twice before they ended. `line` says what such
 * a heading looks like.
 */
export function swallowingBlocks(markdown: Markdown, text: string, line = ENTRY_LINE): Block[] {
  return topBlocks(markdown).filter(({ type, start, end, closed }) => {
    const content = text.slice(start, end)
    if (!closed || !line.test(content) || (type !== 'fence' && type !== 'html')) return false
    if (type === 'html' && !CLOSES_ITSELF.test(content)) return true
    return opensAgain(type, content.split(/\r\n?|\n/))
  })
}

/** A second opening inside a block: the first one was never closed, and took the second one's end for its own. */
function opensAgain(type: 'fence' | 'html', [first = '', ...lines]: readonly string[]): boolean {
  if (type === 'html') return lines.some((line) => line.includes('<!--'))
  const marks = OPENING.exec(first)?.[1] ?? ''
  return lines.some((line) => {
    const [, again = '', info] = OPENING.exec(line) ?? []
    return info !== undefined && again.startsWith(marks)
  })
}

function topBlocks({ blocks }: Markdown): Block[] {
  let containerEnd = 0
  return blocks.filter(({ type, start, end }) => {
    if (type === 'list' || type === 'quote') containerEnd = Math.max(containerEnd, end)
    return start >= containerEnd
  })
}
