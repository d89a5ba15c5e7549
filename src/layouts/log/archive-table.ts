import type { ArchiveRequest } from '../../core/layout.ts'
import { lineEndOf } from '../../formats/line-end.ts'
import { refused } from '../../formats/logs/archive-log.ts'
import type { ReadLog } from './read-log.ts'

const ROW = /^ {0,3}\|/
const BY_HAND = 'Move the rows by hand, with the head of their table.'

/**
 * The head of the one table that holds the entries of a log, for a new archive; why the rows cannot be moved where they are in
 * several tables, or the archive does not end in such a table.
 */
export function archiveTable(
  { source, choice, others, memory }: ArchiveRequest,
  { read, path }: { readonly read: ReadLog; readonly path: string },
): string | { refusal: string; help: string } {
  if ('entry' in choice && choice.reason !== null) {
    return refused('a row of a table can carry no reason', 'Leave the reason out, or write it into the row.')
  }
  const lines = linesOf(source.text)
  const tops = new Set(read.entries.map(({ heading }) => topOf(lines, heading.place.line - 1)))
  const [top = 0] = tops
  if (tops.size > 1) return refused('its rows are in several tables', BY_HAND)
  const head = lines.slice(top, top + 2)
  const archive = others.get(path)
  if (!archive) return memory.files.has(path) ? '' : head.join(lineEndOf(source.text))
  const last = linesOf(archive.text.trimEnd())
  const there = topOf(last, last.length - 1)
  const isSame = last.slice(there, there + 2).every((line, i) => line.trim() === head[i]?.trim())
  if (ROW.test(last.at(-1) ?? '') && last.length - there >= 2 && isSame) return ''
  return refused(`its archive ${path} does not end in a table with the same head`, BY_HAND)
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r\n|\n|\r/)
}

/** The first line of the table that a line is in. */
function topOf(lines: readonly string[], line: number): number {
  let top = line
  while (top > 0 && ROW.test(lines[top - 1] ?? '')) top -= 1
  return top
}
