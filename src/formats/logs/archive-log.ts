import type { ItemAt } from '../../core/changes/item-changes.ts'
import type { Document, Item, Memory } from '../../core/document.ts'
import type { ArchiveChoice, ArchiveRequest, Archiving } from '../../core/layout.ts'
import { firstNames } from '../../core/messages.ts'
import type { Source } from '../../core/source.ts'
import { compareText } from '../../core/text.ts'
import type { PlannedFile } from '../../core/write-plan.ts'
import type { Entry, EntryLog } from '../entry-log.ts'
import { gapBehind, lineEndOf } from '../line-end.ts'
import { normaliseTitle } from '../names.ts'
import { type EntryPiece, isEntry, type LogPiece, logPieces } from './log-pieces.ts'

/** How the entries of a log are archived. */
export type ArchivePlan = {
  /** The log, which can be read in full. */
  readonly log: EntryLog
  /** The path of the archive that an entry goes to. */
  readonly pathFor: (entry: Entry) => string
  /** The first line of a new archive. */
  readonly titleFor: (path: string) => string
  /** What comes between that line and the entries of a new archive, such as the head of a table. */
  readonly head?: string
  /** True for documents that are archives of this layout. */
  readonly isArchive: (document: Document) => boolean
  /** Whether the newest entry comes first, where dates do not say; absent where nothing says. */
  readonly newestFirst?: boolean
  /** What is put between two entries; a blank line when absent. */
  readonly between?: string
}

/** An entry on its way to the archive, with what goes with it. */
type Moving = Pick<EntryPiece, 'entry' | 'text'>

/** The answer for a file that cannot be read in full. */
export function unreadLog(): Archiving {
  return refused('it cannot be read in full', 'Fix what `memkeep check` reports of it first.')
}

/**
 * Moves the oldest entries of a log, or one of them, to archives next to it, byte for byte, with the comments above them; of
 * one day's entries the older is the one further from the newest end. What is around them stays, tombstones too. The
 * reason that is given for one entry is put above it as a comment.
 */
export function archiveLog(request: ArchiveRequest, plan: ArchivePlan): Archiving {
  const { source, choice } = request
  const { text, markdown, starts } = source
  const { log } = plan
  if (!markdown || source.problems.length > 0) return unreadLog()
  const pieces = logPieces({ text, markdown, starts }, log)
  const entries = pieces.filter(isEntry)
  const oldest = oldestFirst(entries, plan)
  if (!oldest && 'keep' in choice) return orderUnknown(entries)
  const chosen = chosenEntries(oldest ?? entries, choice)
  if ('refusal' in chosen) return chosen
  const { moving, rest } = splitPieces(pieces, chosen.entries)
  if (moving.length === 0) return { moved: 0, plan: new Map() }
  // A run that was stopped had written the archive first: what is there with every byte only has to leave the log.
  const isLeft = (one: Moving): boolean =>
    isIn(request.others.get(plan.pathFor(one.entry)), one) &&
    archivedBefore(request.memory, source.path, { moving: [one], plan }) !== undefined
  const move = { moving: moving.filter((one) => !isLeft(one)), plan }
  const twice = archivedBefore(request.memory, source.path, move)
  if (twice) {
    const there = `"${twice.item.title}" is in ${twice.document.path} already, word for word`
    return refused(there, 'Delete one of the two.')
  }
  const planned = planOf(request, withReason(move, choice, lineEndOf(text)), rest)
  return 'refusal' in planned ? planned : { ...planned, moved: moving.length }
}

/** True where an archive has an entry with all that goes with it, from the first line to the last. */
function isIn(archive: Source | undefined, { text }: Moving): boolean {
  return archive?.problems.length === 0 && `\n${archive.text}`.includes(`\n${text}`)
}

function withReason(move: Move, choice: ArchiveChoice, end: string): Move {
  if ('keep' in choice || choice.reason === null) return move
  const above = archiveReason(choice.reason) + end
  return { ...move, moving: move.moving.map((one) => ({ ...one, text: above + one.text })) }
}

function orderUnknown(entries: readonly EntryPiece[]): { refusal: string; help: string } {
  const date =
    entries.find(({ entry }) => entry.day === null && entry.date.text !== '')?.entry.date.text ?? ''
  return refused(
    `its dates can be read in two ways (${JSON.stringify(date)}), so nothing says which entries are the oldest`,
    'Say under `logs` in memkeep.yaml which end is new, `order: newest-first` or `order: oldest-first`, or archive one entry with --entry.',
  )
}

/** An answer that says why a log is not archived, and what to do. */
export function refused(refusal: string, help: string): { refusal: string; help: string } {
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

/**
 * By date; entries of one day in the order of the log, which may be newest first. Null where the dates can be read in two ways
 * and nothing else says which end is the newest.
 */
function oldestFirst(entries: readonly EntryPiece[], { newestFirst }: ArchivePlan): EntryPiece[] | null {
  const read = readerOfDays(entries)
  const dates = entries.map(read)
  const order = orderOf(dates) ?? newestFirst
  const isUnread = entries.some((piece, i) => piece.entry.date.text !== '' && dates[i] === '')
  if (order === undefined && isUnread) return null
  const isReversed = order ?? orderOf(entries.map(numberOf)) ?? false
  const ordered = isReversed ? [...entries].reverse() : [...entries]
  // An entry without a day stays between its neighbours.
  let last = ''
  const days = new Map<EntryPiece, string>()
  for (const one of ordered) {
    last = read(one) || last
    days.set(one, last)
  }
  return ordered.sort((a, b) => compareText(days.get(a) ?? '', days.get(b) ?? ''))
}

/** True where texts fall more often than they rise, false where they rise; undefined where they do neither. */
function orderOf(texts: readonly string[]): boolean | undefined {
  const known = texts.filter((text) => text !== '')
  const falls = known.filter((text, i) => text < (known[i - 1] ?? text)).length
  const rises = known.filter((text, i) => text > (known[i - 1] ?? text)).length
  return falls === rises ? undefined : falls > rises
}

/** `8/30/2025` or `30/8/2025`. */
const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/

/** Reads days, also those with slashes where a number above 12 in one of them says which is the month. */
function readerOfDays(entries: readonly EntryPiece[]): (piece: EntryPiece) => string {
  const slashed = entries.flatMap(({ entry }) => {
    const [, a, b] = SLASHED.exec(entry.date.text) ?? []
    return a !== undefined && b !== undefined ? [[Number(a), Number(b)] as const] : []
  })
  const isDayFirst = slashed.some(([a]) => a > 12)
  const isKnown = isDayFirst !== slashed.some(([, b]) => b > 12)
  return ({ entry: { day, date } }) => {
    if (day !== null) return day
    const [, a = '', b = '', year = ''] = (isKnown && SLASHED.exec(date.text)) || []
    const [month, number] = isDayFirst ? [b, a] : [a, b]
    return year === '' ? '' : `${year}-${month.padStart(2, '0')}-${number.padStart(2, '0')}`
  }
}

/** The number that names an entry, `D-014`, so that numbers compare as texts; empty where it has none. */
function numberOf({ entry }: EntryPiece): string {
  const [, digits = ''] =
    /^[^\p{L}\p{N}]*(?:\p{L}{1,10}[-_ ]?)?#?(\d{1,6})(?![\p{L}\p{N}.])/u.exec(entry.title.text) ?? []
  return digits === '' ? '' : digits.padStart(6, '0')
}

/** A log that ends as it ended before: with or without a line break. */
function joinPieces(pieces: readonly LogPiece[], end: string): string {
  const last = pieces.at(-1)?.text ?? ''
  const isBlank = last === '' || last === '\uFEFF'
  const above = pieces.slice(0, -1).map(({ text, gap }) => text + gap)
  return `${above.join('')}${last}${isBlank ? '' : end}`
}

/** An entry that is to be moved and that an archive has: the entry was copied, or an earlier run was stopped. */
function archivedBefore(memory: Memory, path: string, { moving, plan }: Move): ItemAt | undefined {
  const lines = new Set(moving.map(({ entry }) => entry.heading.place.line))
  const log = memory.documents.find((document) => document.path === path)
  const names = new Set(log?.items.filter(({ place }) => lines.has(place.line)).map(nameOf))
  const archives = memory.documents.filter((one) => plan.isArchive(one) && one.scope === log?.scope)
  return archives
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .find(({ item }) => names.has(nameOf(item)))
}

function nameOf({ kind, key, digest }: Item): string {
  return JSON.stringify([kind, key, digest])
}

type Move = { readonly moving: readonly Moving[]; readonly plan: ArchivePlan }

function planOf(request: ArchiveRequest, { moving, plan: how }: Move, rest: string): Archiving {
  const { source, memory, others } = request
  const plan = new Map<string, PlannedFile>()
  for (const path of new Set(moving.map(({ entry }) => how.pathFor(entry)))) {
    const archive = others.get(path)
    if (!archive && memory.files.has(path)) return unreadable(path)
    if (archive && (!archive.markdown || archive.problems.length > 0)) return unreadable(path)
    const texts = moving.filter(({ entry }) => how.pathFor(entry) === path).map(({ text }) => text)
    const end = lineEndOf(source.text)
    const after = archive
      ? appendEntries(archive.text, texts, how.between)
      : `${how.titleFor(path)}${end}${end}${how.head ? how.head + end : ''}${texts.join(how.between ?? end + end)}${end}`
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

/** Between two entries nothing but a line break, or a blank line, is ever added. */
function appendEntries(text: string, entries: readonly string[], between: string | undefined): string {
  const end = lineEndOf(text)
  const isList = between !== undefined && /[\n\r]$/.test(text)
  return `${text}${isList ? '' : gapBehind(text, end)}${entries.join(between ?? end + end)}${end}`
}

/** How many entries a message names. */
const MAX_NAMED = 10

/** The entries with a title, or with a date and a title as in `[2026-02-08] Title`; titles are compared normalised. */
function entriesTitled(entries: readonly EntryPiece[], wanted: string): readonly EntryPiece[] {
  const [, date, title = wanted] = /^\s*\[(\d{4}-\d{2}-\d{2})\]\s*([\s\S]*)$/.exec(wanted) ?? []
  const name = normaliseTitle(title)
  return entries.filter(
    ({ entry }) =>
      normaliseTitle(entry.title.text) === name &&
      (date === undefined || entry.date.text === date || entry.day === date),
  )
}

/** What a person can choose from, in one line. */
function candidates(entries: readonly EntryPiece[]): string {
  if (entries.length === 0) return 'It has no entries.'
  const names = entries.map(({ entry: { date, title } }) =>
    date.text === '' ? title.text : `[${date.text}] ${title.text}`,
  )
  if (names.length > 1 && new Set(names.map(normaliseTitle)).size === 1) {
    const lines = entries.map(({ entry }) => entry.heading.place.line).join(', ')
    return `Give them different titles first: the entries are on lines ${lines}.`
  }
  const quoted = names.map((name) => JSON.stringify(name))
  return `Give one of ${firstNames(quoted, MAX_NAMED)}.`
}

/** The comment above an archived entry that says why it was archived. */
function archiveReason(reason: string): string {
  return `<!-- archived: ${reason} -->`
}
