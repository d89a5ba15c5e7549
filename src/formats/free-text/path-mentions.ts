import type { Link } from '../../core/document.ts'
import type { Markdown } from '../../core/source.ts'
import { type LineStarts, placeOf } from '../../core/text.ts'

/** A path of folders and a file with an ending, between backticks. */
const MENTION = /(?<!`)`((?:\.{1,2}\/)*[\w.-]+(?:\/[\w.-]+)*\/[\w-][\w.-]*\.[a-z][a-z0-9]{0,7})`(?!`)/gi

/** Names of examples, of packages, and of what is made or installed. */
const EXAMPLE =
  /(?:^|\/)(?:path|to|your|my|foo|bar|baz|example|examples|sample|xxx|nnnn|yyyy[\w-]*|node_modules|dist|build|out|target|vendor|tmp|coverage|\.git)(?:\/|\.|$)|x{3}|n{4}|y{4}/i

const MOST = 300

/** The files of the repository that a Markdown text mentions in code spans, each where it is mentioned first: `src/api/routes.ts`. */
export function findPathMentions(text: string, markdown: Markdown, starts: LineStarts): Link[] {
  const code = markdown.blocks.filter(({ type }) => type === 'fence' || type === 'indented-code')
  const found: Link[] = []
  const known = new Set<string>()
  for (const { index, 0: whole, 1: target = '' } of text.slice(markdown.start).matchAll(MENTION)) {
    const start = markdown.start + index
    const end = start + whole.length
    const isHost = /^[\w-]+\.[a-z]{2,}\//i.test(target)
    if (
      isHost ||
      known.has(target) ||
      EXAMPLE.test(target) ||
      code.some((one) => start < one.end && end > one.start)
    )
      continue
    known.add(target)
    found.push({ target, place: placeOf(starts, start, end) })
    if (found.length === MOST) break
  }
  return found
}
