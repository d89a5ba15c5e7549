import type { Item } from '../../core/document.ts'
import type { ItemAt } from '../../core/item-changes.ts'
import type { ArchiveChoice, ArchiveRequest, Archiving } from '../../core/layout.ts'
import type { Memory } from '../../core/memory.ts'
import type { Source } from '../../core/source.ts'
import { compareText } from '../../core/text.ts'
import type { PlannedFile } from '../../core/write-plan.ts'
import { gapBehind, lineEndOf } from '../../formats/line-end.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { entriesOf, LOG_KINDS } from './entries.ts'
import { type EntryPiece, isEntry, type LogPiece, logPieces } from './log-pieces.ts'

/** An entry on its way to the archive, with what goes with it. */
type Moving = Pick<EntryPiece, 'entry' | 'text'>

/**
 * Moves the oldest entries of a decisions or lessons file, or one of them, to the archives of their years next to it, byte for
 * byte, with the comments above them; of one day's entries the older is the one further from the newest end. What is
 * around them stays, tombstones too. The reason that is given for one entry is put above it as a comment.
 */
export function archiveEntries(request: ArchiveRequest): Archiving {
  const { source, choice } = request
  if (!LOG_KINDS.some((kind) => kind === source.kind.id)) {
    return refused(`it is of kind ${source.kind.id}`, `Give a file of kind ${LOG_KINDS.join(' or ')}.`)
  }
  const log = entriesOf(source)
  if (!log || !source.markdown || source.problems.length > 0) {
    return refused('it cannot be read in full', 'Fix what `memkeep check` reports of it first.')
  }
  const [misshapen] = log.misshapen
  if (misshapen) {
    const where = `line ${misshapen.place.line}`
    return refused(`${where} is meant to start an entry and has not its form`, 'Fix that heading first.')
  }
  const undated = log.entries.find(({ day }) => day === null)
  if (undated) {
    const where = `line ${undated.heading.place.line}`
    return refused(`the date in ${where} is no real day`, 'Fix that date first.')
  }
  const { text, markdown, starts } = source
  const pieces = logPieces({ text, markdown, starts }, log)
  const chosen = chosenEntries(oldestFirst(pieces.filter(isEntry)), choice)
  if ('refusal' in chosen) return chosen
  const { moving, rest } = splitPieces(pieces, chosen.entries)
  if (moving.length === 0) return { moved: 0, plan: new Map() }
  const twice = archivedBefore(request.memory, source.path, moving)
  if (twice) {
    const there = `"${twice.item.title}" is in ${twice.document.path} already, word for word`
    return refused(there, 'Delete one of the two.')
  }
  if ('keep' in choice || choice.reason === null) return planOf(request, moving, rest)
  const above = archiveReason(choice.reason) + lineEndOf(text)
  return planOf(
    request,
    moving.map((one) => ({ ...one, text: above + one.text })),
    rest,
  )
}

function refused(refusal: string, help: string): { refusal: string; help: string } {
  return { refusal, help }
}

/** The entries that are to go, oldest first; a refusal where a title is not the title of exactly one. */
function chosenEntries(
  oldest: readonly EntryPiece[],
  choice: ArchiveChoice,
): { entries: readonly EntryPiece[] } | { refusal: string; help: string } {
  if ('keep' in choice) return { entries: oldest.slice(0, Math.max(0, oldest.length - choice.keep)) }
  const entries = entriesTitled(oldest, choice.entry)
  if (entries.length === 1) return { entries }
  const none = entries.length === 0
  return refused(
    none ? `it has no entry "${choice.entry}"` : `it has ${entries.length} entries "${choice.entry}"`,
    candidates(none ? oldest : entries),
  )
}

/**
 * The entries and what is left of the log. The heading of a section below which nothing stays goes with
 * its first entry: at the end of the log it would become a part of the entry above.
 */
function splitPieces(
  pieces: readonly LogPiece[],
  entries: readonly EntryPiece[],
): { moving: readonly Moving[]; rest: string } {
  const leaving = new Set<LogPiece>(entries)
  const stays = (piece: LogPiece): boolean => piece.isTombstone || (isEntry(piece) && !leaving.has(piece))
  const last = pieces.findLastIndex(stays)
  const isLeft = (piece: LogPiece, i: number): boolean =>
    isEntry(piece) ? !leaving.has(piece) : last < 0 || i <= last
  const above = new Map(
    pieces.flatMap((piece, i) => {
      const section = pieces[i - 1]
      return section && !section.entry && !isLeft(section, i - 1) ? [[piece, section] as const] : []
    }),
  )
  const moving = entries.map((piece) => {
    const section = above.get(piece)
    return { entry: piece.entry, text: section ? section.text + section.gap + piece.text : piece.text }
  })
  return { moving, rest: joinPieces(pieces.filter(isLeft), pieces.at(-1)?.gap ?? '') }
}

/** By date; entries of one day in the order of the log, which may be newest first. */
function oldestFirst(entries: readonly EntryPiece[]): EntryPiece[] {
  const dates = entries.map(({ entry }) => entry.date.text)
  const falls = dates.filter((date, i) => date < (dates[i - 1] ?? date)).length
  const rises = dates.filter((date, i) => date > (dates[i - 1] ?? date)).length
  const ordered = falls > rises ? [...entries].reverse() : [...entries]
  return ordered.sort((a, b) => compareText(a.entry.date.text, b.entry.date.text))
}

/** A log that ends as it ended before: with or without a line break. */
function joinPieces(pieces: readonly LogPiece[], end: string): string {
  const last = pieces.at(-1)?.text ?? ''
  const isBlank = last === '' || last === '\uFEFF'
  const above = pieces.slice(0, -1).map(({ text, gap }) => text + gap)
  return `${above.join('')}${last}${isBlank ? '' : end}`
}

/** An entry that is to be moved and that an archive has: an earlier run was stopped, or the entry was copied. */
function archivedBefore(memory: Memory, path: string, moving: readonly Moving[]): ItemAt | undefined {
  const lines = new Set(moving.map(({ entry }) => entry.heading.place.line))
  const log = memory.documents.find((document) => document.path === path)
  const names = new Set(log?.items.filter(({ place }) => lines.has(place.line)).map(nameOf))
  const archives = memory.documents.filter(({ kind, scope }) => kind === 'archive' && scope === log?.scope)
  return archives
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .find(({ item }) => names.has(nameOf(item)))
}

function nameOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}

function planOf(request: ArchiveRequest, moving: readonly Moving[], rest: string): Archiving {
  const { source, memory, others } = request
  const folder = source.path.slice(0, source.path.lastIndexOf('/') + 1)
  const yearOf = ({ entry }: Moving): string => entry.date.text.slice(0, 4)
  const plan = new Map<string, PlannedFile>()
  for (const year of new Set(moving.map(yearOf))) {
    const path = `${folder}_archive/${source.kind.id}-${year}.md`
    const archive = others.get(path)
    if (!archive && memory.files.has(path)) return unreadable(path)
    if (archive && (!archive.markdown || archive.problems.length > 0)) return unreadable(path)
    const texts = moving.filter((piece) => yearOf(piece) === year).map(({ text }) => text)
    const after = archive ? appendEntries(archive.text, texts) : newArchive(source, year, texts)
    plan.set(path, { kind: 'text', text: after })
  }
  return { moved: moving.length, plan: plan.set(source.path, { kind: 'text', text: rest }) }
}

function unreadable(path: string): Archiving {
  return refused(
    `its archive ${path} cannot be read in full`,
    'Fix what `memkeep check` reports of it first.',
  )
}

function newArchive({ text, kind }: Source, year: string, entries: readonly string[]): string {
  const end = lineEndOf(text)
  const title = `# ${kind.id.slice(0, 1).toUpperCase()}${kind.id.slice(1)} of ${year}`
  return `${[title, ...entries].join(end + end)}${end}`
}

/** A blank line between two entries is all that is ever added. */
function appendEntries(text: string, entries: readonly string[]): string {
  const end = lineEndOf(text)
  return `${text}${gapBehind(text, end)}${entries.join(end + end)}${end}`
}

/** How many entries a message names. */
const MAX_NAMED = 10

/** The entries with a title, or with a date and a title as in `[2026-02-08] Title`; titles are compared normalised. */
function entriesTitled(entries: readonly EntryPiece[], wanted: string): readonly EntryPiece[] {
  const [, date, title = wanted] = /^\s*\[(\d{4}-\d{2}-\d{2})\]\s*([\s\S]*)$/.exec(wanted) ?? []
  const name = normaliseTitle(title)
  return entries.filter(
    ({ entry }) =>
      normaliseTitle(entry.title.text) === name && (date === undefined || entry.date.text === date),
  )
}

/** What a person can choose from, in one line. */
function candidates(entries: readonly EntryPiece[]): string {
  if (entries.length === 0) return 'It has no entries.'
  const names = entries.map(({ entry: { date, title } }) => `[${date.text}] ${title.text}`)
  if (names.length > 1 && new Set(names.map(normaliseTitle)).size === 1) {
    const lines = entries.map(({ entry }) => entry.heading.place.line).join(', ')
    return `Give them different titles first: the entries are on lines ${lines}.`
  }
  const shown = names.slice(0, MAX_NAMED).map((name) => JSON.stringify(name))
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : ''
  return `Give one of ${shown.join(', ')}${more}.`
}

/** The comment above an archived entry that says why it was archived. */
function archiveReason(reason: string): string {
  return `<!-- archived: ${reason} -->`
}
