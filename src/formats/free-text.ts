import type { Link } from '../core/document.ts'
import type { Markdown, Range } from '../core/source.ts'

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

/** `https:`, `mailto:`, `C:` and anything else with a scheme, or `//host`. */
const ABSOLUTE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i

/** Marks of a template, a glob or an elided path: `{{name}}`, `${HOME}`, `<file>`, `*.md`, `src/.../a.ts`, `path/to/x.md`. */
const PLACEHOLDER = /[<>{}*|]|\$[({A-Z]|\.{3}|…|(?:^|\/)path\/to\//

/** A regular expression in prose, which Markdown takes for a link: `[a-z](\w+.)`, `[0-9]([.][0-9]+)`. */
const PATTERN = /[\])][+?]|\\[bdsw]|^\?[:=!]|[\^]/i

/**
 * The links of a Markdown text whose targets are paths: no URL, no fragment of the same text, no placeholder.
 * A target without a slash and a dot (`url`, `link`, `x`) is an example or a pattern far more often than a file.
 */
export function findRelativeLinks(markdown: Markdown): Link[] {
  return markdown.destinations
    .filter(({ target }) => isPath(target))
    .map(({ target, place }) => ({ target, place }))
}

function isPath(target: string): boolean {
  if (ABSOLUTE.test(target) || PLACEHOLDER.test(target) || PATTERN.test(target)) return false
  const path = target.split(/[?#]/, 1)[0] ?? ''
  return /[./]/.test(path) && (/[a-z0-9]/i.test(path) || /[\p{L}\p{N}]/u.test(path) || /^[./]+$/.test(path))
}
