import { lineAt, trimmedEnd } from '../../core/text.ts'
import type { Entry, EntryLog, LogText, LogTombstone } from '../entry-log.ts'

/** A part of a log that moves or stays as a whole; joined, the pieces of a log are its text. */
export type LogPiece = {
  /** The entry that it is, with the comments directly above it; null for what belongs to none. */
  readonly entry: Entry | null
  /** It is a tombstone, which stays in the place of the removed entry. */
  readonly isTombstone: boolean
  /** Up to the end of the last line that is not blank, its line break left out. */
  readonly text: string
  /** From there to the next piece: blanks and line breaks. */
  readonly gap: string
}

/** A piece that is an entry. */
export type EntryPiece = LogPiece & { readonly entry: Entry }

/** True for a piece that is an entry. */
export function isEntry(piece: LogPiece): piece is EntryPiece {
  return piece.entry !== null
}

/** Cuts a log into its head, its entries, and headings of sections between them. */
export function logPieces(source: LogText, log: EntryLog): LogPiece[] {
  const cuts = cutsOf(source, log)
  return cuts.map(({ start, of }, i) => {
    const next = cuts[i + 1]?.start ?? source.text.length
    const end = Math.min(next, lineEnd(source.text, of?.ownEnd ?? trimmedEnd(source.text, start, next)))
    const [text, gap] = [source.text.slice(start, end), source.text.slice(end, next)]
    if (of && 'reason' in of) return { entry: null, isTombstone: true, text, gap }
    return { entry: of, isTombstone: false, text, gap }
  })
}

type Part = Entry | LogTombstone

type Cut = { readonly start: number; readonly of: Part | null }

function cutsOf(source: LogText, { entries, tombstones }: EntryLog): Cut[] {
  const parts = [...entries, ...tombstones].sort((a, b) => a.start - b.start)
  const cuts = parts.flatMap((part, i): Cut[] => {
    const before = parts[i - 1]
    if (!before) return [{ start: aboveFirst(source, part), of: part }]
    const from = lineEnd(source.text, before.ownEnd)
    const start = aboveNext(source, part, from)
    const section = source.text.slice(from, start).search(/[^ \t\r\n]/)
    const cut = { start, of: part }
    return section < 0 ? [cut] : [{ start: from + section, of: null }, cut]
  })
  return [{ start: 0, of: null }, ...cuts]
}

/** Comments on the lines right above the first entry are about it; others in the head are about the log. */
function aboveFirst({ markdown, starts }: LogText, { start }: Part): number {
  let at = start
  for (const comment of [...markdown.comments].reverse()) {
    if (comment.start >= at || comment.place.column !== 1) continue
    if (comment.place.endLine !== lineAt(starts, at) - 1) return at
    at = comment.start
  }
  return at
}

/** Between two entries everything behind the last heading of a section is about the next one. */
function aboveNext({ text, markdown }: LogText, { start }: Part, from: number): number {
  const within = <T extends { readonly start: number }>(all: readonly T[], after: number): T[] =>
    all.filter((one) => one.start >= after && one.start < start)
  const section = within(markdown.headings, from).at(-1)
  const floor = section ? lineEnd(text, section.end) : from
  return within(markdown.comments, floor).find(({ place }) => place.column === 1)?.start ?? start
}

function lineEnd(text: string, offset: number): number {
  let end = offset
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end === text.length || text[end] === '\n' || text[end] === '\r' ? end : offset
}
