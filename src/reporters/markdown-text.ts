import { safeText } from '../core/safe-text.ts'

/** Untrusted text as a code span of Markdown: nothing in it is markup, a link, a mention or a line break. */
export function markdownCode(text: string): string {
  const shown = safeText(text)
  if (shown.trim() === '') return '(nothing)'
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const pad = /^[` ]|[` ]$/.test(shown) ? ' ' : ''
  return `${fence}${pad}${shown}${pad}${fence}`
}

/** Untrusted prose as Markdown that shows it unchanged: every character that could be markup is escaped. */
export function markdownProse(text: string): string {
  return safeText(text)
    .replaceAll(/[\\`*_{}[\]()<>#+\-.!|~&:]/g, '\\$&')
    .replaceAll('@', '\\@')
}

/** A text of several lines as a fenced block that nothing in it can close; unsafe characters are escaped. */
export function markdownFence(text: string): string {
  const lines = text.replace(/\n+$/, '').split('\n').map(safeText)
  const longest = Math.max(
    2,
    ...lines.flatMap((line) => [...line.matchAll(/`+/g)].map(([run]) => run.length)),
  )
  const fence = '`'.repeat(longest + 1)
  return [fence, ...lines, fence].join('\n')
}

/** Characters of a title, a path or a message that are shown. */
const MOST = 300

/** Words of memkeep, such as the name of a rule; other text may be untrusted. */
const WORD = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

/** Text that GitHub turns into a link to a commit. */
const COMMIT = /^[0-9a-f]{7,40}$/

/** Untrusted text as a code span of one line, cut at 300 characters; three dots mark the cut. */
export function shownCode(text: string): string {
  const characters = [...text.slice(0, 2 * MOST)]
  const isLong = characters.length > MOST || text.length > 2 * MOST
  return markdownCode(isLong ? `${characters.slice(0, MOST).join('')}…` : text)
}

/**
 * The same for the cell of a table. A row is split at every `|` before code spans are parsed, so `|` is written as its
 * escape.
 */
export function cellCode(text: string): string {
  return shownCode(text.replaceAll('|', '\\u007c'))
}

/** A word of memkeep's own unchanged, and any other text as code. */
export function shownWord(text: string): string {
  const isOwn = WORD.test(text) && text.length <= 60 && !COMMIT.test(text)
  return isOwn ? text : shownCode(text)
}

/** A path and a line as code. */
export function shownPlace(path: string, line: number): string {
  return path === '.' ? 'the repository' : shownCode(`${path}:${line}`)
}
