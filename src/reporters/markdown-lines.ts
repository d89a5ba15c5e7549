import type { LogSize, RemovedItem } from '../core/memory-overview.ts'
import { counted } from './counted.ts'
import { shownCode, shownPlace, shownWord } from './markdown-text.ts'

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
