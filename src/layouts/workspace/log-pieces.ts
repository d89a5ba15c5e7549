import type { Markdown } from '../../core/markdown.ts'
import { type LineStarts, lineAt } from '../../core/place.ts'
import type { Entry, EntryLog } from '../../formats/entry-log.ts'

/** A part of a log that moves or stays as a whole; joined, the pieces of a log are its text. */
export type LogPiece = {
  /** The entry that it is, with what stands directly above it; null for what belongs to none. */
  readonly entry: Entry | null
  /** Up to the end of the last line that is not blank, its line break left out. */
  readonly text: string
  /** From there to the next piece: blanks and line breaks. */
  readonly gap: string
}

type Parsed = { readonly text: string; readonly markdown: Markdown; readonly starts: LineStarts }

/** Cuts a log into its head, its entries, and headings of sections between them. */
export function logPieces(source: Parsed, log: EntryLog): LogPiece[] {
  const cuts = cutsOf(source, log)
  return cuts.map(({ start, entry }, i) => {
    const next = cuts[i + 1]?.start ?? source.text.length
    const end = Math.min(next, lineEnd(source.text, entry?.ownEnd ?? trimmedEnd(source.text, start, next)))
    return { entry, text: source.text.slice(start, end), gap: source.text.slice(end, next) }
  })
}

type Cut = { readonly start: number; readonly entry: Entry | null }

function cutsOf(source: Parsed, { entries }: EntryLog): Cut[] {
  const cuts = entries.flatMap((entry, i): Cut[] => {
    const before = entries[i - 1]
    if (!before) return [{ start: aboveFirst(source, entry), entry }]
    const from = lineEnd(source.text, before.ownEnd)
    const start = aboveNext(source, entry, from)
    const section = source.text.slice(from, start).search(/[^ \t\r\n]/)
    const cut = { start, entry }
    return section < 0 ? [cut] : [{ start: from + section, entry: null }, cut]
  })
  return [{ start: 0, entry: null }, ...cuts]
}

/** Comments on the lines right above the first entry are about it; others in the head are about the log. */
function aboveFirst({ markdown, starts }: Parsed, { start }: Entry): number {
  let at = start
  for (const comment of [...markdown.comments].reverse()) {
    if (comment.start >= at || comment.place.column !== 1) continue
    if (comment.place.endLine !== lineAt(starts, at) - 1) return at
    at = comment.start
  }
  return at
}

/** Between two entries everything behind the last heading of a section is about the next one. */
function aboveNext({ text, markdown }: Parsed, { start }: Entry, from: number): number {
  const within = <T extends { readonly start: number }>(all: readonly T[], after: number): T[] =>
    all.filter((one) => one.start >= after && one.start < start)
  const section = within(markdown.headings, from).at(-1)
  const floor = section ? lineEnd(text, section.end) : from
  return within(markdown.comments, floor).find(({ place }) => place.column === 1)?.start ?? start
}

function trimmedEnd(text: string, start: number, end: number): number {
  let last = end
  while (last > start && ' \t\r\n'.includes(text.charAt(last - 1))) last -= 1
  return last
}

function lineEnd(text: string, offset: number): number {
  let end = offset
  while (text[end] === ' ' || text[end] === '\t') end += 1
  return end === text.length || text[end] === '\n' || text[end] === '\r' ? end : offset
}
