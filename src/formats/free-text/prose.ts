import type { Markdown, Range } from '../../core/source.ts'

/** A blank line ends a paragraph, and with it every code span. */
const PARAGRAPHS = /\n[ \t]*\r?\n/

const CODE_SPAN = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g

/** The text with spaces in place of front matter, code blocks, code spans and comments: every offset stays. */
export function proseOf(text: string, markdown: Markdown): string {
  return withoutBlocks(text, markdown)
    .split(new RegExp(`(${PARAGRAPHS.source})`))
    .map((part) => part.replaceAll(CODE_SPAN, blank))
    .join('')
}

/** The same with its code spans. */
export function withoutBlocks(text: string, { start, blocks, comments }: Markdown): string {
  const code = blocks.filter(({ type }) => type === 'fence' || type === 'indented-code')
  const ranges: readonly Range[] = [{ start: 0, end: start }, ...code, ...comments]
  let at = 0
  let kept = ''
  for (const one of [...ranges].sort((a, b) => a.start - b.start)) {
    if (one.end <= at) continue
    const from = Math.max(at, one.start)
    kept += text.slice(at, from) + blank(text.slice(from, one.end))
    at = one.end
  }
  return kept + text.slice(at)
}

function blank(text: string): string {
  return text.replaceAll(/[^\r\n]/g, ' ')
}
