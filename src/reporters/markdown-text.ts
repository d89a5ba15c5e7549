import type { LogSize, RemovedItem } from '../core/memory-overview.ts'
import { safeText } from '../core/safe-text.ts'
import { counted } from './wording.ts'

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

/** A part of a Markdown page: a heading and lines; nothing where there are no lines. */
export function section(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [heading, '', ...lines, '']
}

/** Parts as one text that ends with a line break, with one blank line between two of them. */
export function page(lines: readonly string[]): string {
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`
}

/** The largest size of a list: lines, and bytes of UTF-8 with the line breaks. */
export type Room = { readonly lines: number; readonly bytes: number }

const encoder = new TextEncoder()

/** The bytes that a text takes in a file. */
export function byteLength(text: string): number {
  return encoder.encode(text).length
}

/** The lines of the first items that fit, then the line of `more` with the number left out. What is left out is not shown. */
export function cutLines<Item>(
  items: readonly Item[],
  show: (item: Item, index: number) => string,
  room: Room,
  more: (left: number) => string,
): string[] {
  const shown: string[] = []
  let bytes = 0
  for (const [index, item] of items.entries()) {
    if (shown.length >= room.lines) break
    const line = show(item, index)
    bytes += byteLength(line) + 1
    if (bytes > room.bytes) break
    shown.push(line)
  }
  const left = items.length - shown.length
  return left > 0 ? [...shown, more(left)] : shown
}

/** The first names that fit, in one line, and the number of the others. */
export function cutNames(names: readonly string[], show: (name: string) => string, room: Room): string {
  return cutLines(names, show, room, (left) => `${left} more`).join(', ')
}

/** A tombstone as one line of Markdown. */
export function removedLine({ kind, date, title, reason, path, line }: RemovedItem): string {
  return `${shownWord(kind)} ${shownCode(`${date} ${title}`)}: ${shownCode(reason)}, at ${shownPlace(path, line)}`
}

/** Paths that need no quotes in a shell. */
const PLAIN_PATH = /^[A-Za-z0-9_./][A-Za-z0-9_./-]{0,250}$/

/** The logs that have outgrown their threshold, the longest first, and what to do about each. */
export function growthLines(logs: readonly LogSize[], room: Room): string[] {
  const grown = logs.filter(({ items, most }) => items > most).sort((a, b) => b.items - a.items)
  return cutLines(grown, lineOf, room, (left) => `- ${counted(left, 'more log')}`)
}

function lineOf({ path, items, most }: LogSize): string {
  const file = PLAIN_PATH.test(path) ? path : 'FILE'
  const what = `${shownCode(path)}: ${items} entries, at most ${most}`
  return `- ${what}. \`memkeep archive ${file} --keep ${most}\` moves the oldest ${items - most} to the archive.`
}
