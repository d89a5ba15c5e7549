import type { Source } from '../../../../core/source.ts'
import { gapBehind, lineEndOf } from '../../../../formats/line-end.ts'
import { entriesOf } from '../../entries.ts'
import { logPieces } from '../../log-pieces.ts'
import { entryText, type NewEntry } from './entry.ts'

/** A log with a new entry: no byte of what was there is changed. */
export type Spliced = {
  readonly text: string
  /** Where the entry's heading starts. */
  readonly start: number
}

/** Puts an entry at the end of a log, or on top of one that is kept newest first. A log that says nothing gets its title. */
export function spliceEntry(entry: NewEntry, log: Source | null): Spliced {
  const before = log?.text ?? ''
  const lineEnd = lineEndOf(before)
  const text = entryText(entry).replaceAll('\n', lineEnd)
  if (/^\uFEFF?[ \t\r\n]*$/.test(before)) {
    const gap = /[ \t]$/.test(before) ? lineEnd : ''
    const head = `${before}${gap}# ${entry.kind === 'decision' ? 'Decisions' : 'Lessons'}${lineEnd}${lineEnd}`
    return { text: `${head}${text}${lineEnd}`, start: head.length }
  }
  const top = log ? topOf(log) : null
  const at = top ?? before.length
  const head = before.slice(0, at) + gapBehind(before.slice(0, at), lineEnd)
  const tail = top === null ? (/[\r\n]$/.test(before) ? lineEnd : '') : lineEnd + lineEnd
  return { text: `${head}${text}${tail}${before.slice(at)}`, start: head.length }
}

/** Where the first entry of a log starts that is kept newest first, as `entry-order` sees it; null for any other log. */
function topOf(log: Source): number | null {
  const entries = entriesOf(log)
  const dates = entries?.entries.flatMap(({ day }) => day ?? []) ?? []
  const falls = dates.filter((date, i) => date < (dates[i - 1] ?? date)).length
  const rises = dates.filter((date, i) => date > (dates[i - 1] ?? date)).length
  if (!entries || !log.markdown || falls < 2 || rises > 0) return null
  const pieces = logPieces({ text: log.text, markdown: log.markdown, starts: log.starts }, entries)
  const first = pieces.findIndex((piece) => piece.entry !== null)
  return pieces.slice(0, first).reduce((sum, { text, gap }) => sum + text.length + gap.length, 0)
}
