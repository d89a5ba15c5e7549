import type { Document, Item, Memory } from '../../core/document.ts'
import type { Derivation } from '../../core/layout.ts'
import type { Found } from '../../core/rule.ts'
import type { Reading, Source } from '../../core/source.ts'
import { type Place, placeOf, WHOLE_FILE } from '../../core/text.ts'
import type { PlannedFile } from '../../core/write-plan.ts'
import { bodyMarks, digest } from '../../formats/hash.ts'
import { detailSections } from './render-detail.ts'
import { detailPath, LISTS, type ProjectRow, projectFacts, projectMemoryPath } from './rows.ts'

/**
 * One row that has a detail file, or should have one. Findings name the index without a line: a row that is added moves the
 * others, and what is known of them would count as new.
 */
type Detail = { readonly row: ProjectRow; readonly head: string; readonly index: string }

/**
 * Rebuilds the detail files of decisions and patterns from their rows in `memory.json`. Words of people are kept, a detail
 * file without a row is left to them, and so is everything while `memory.json` cannot be read. An id that two rows have
 * says of neither what its file should be.
 */
export function derive(memory: Memory): Derivation {
  const plan = new Map<string, PlannedFile>()
  const stale: { path: string; found: Found }[] = []
  const documents = new Map(memory.documents.map((document) => [document.path, document]))
  for (const [path, detail] of detailsOf(memory)) {
    const present = memory.files.has(path) ? textOf(documents.get(path)) : ''
    if (present === null) continue
    const text = rebuiltDetail(present, detail.head)
    if (text === present) continue
    plan.set(path, { kind: 'text', text })
    stale.push({
      path,
      found: memory.files.has(path) ? staleFinding(detail, present, text) : missingFinding(detail),
    })
  }
  return { plan, stale, replacesUnreadable: [] }
}

/** By path, in the order of the rows. */
function detailsOf(memory: Memory): ReadonlyMap<string, Detail> {
  const facts = projectFacts(memory)
  const rows = LISTS.flatMap((list) => (facts?.[list] ?? []).map((row) => ({ list, row })))
  const counts = new Map<string, number>()
  for (const { row } of rows) counts.set(row.id, (counts.get(row.id) ?? 0) + 1)
  const index = projectMemoryPath(memory.settings)
  return new Map(
    rows.flatMap(({ list, row }) => {
      if (row.detail === null || counts.get(row.id) !== 1) return []
      return [[detailPath(memory.settings, list, row.id), { row, head: row.detail, index }] as const]
    }),
  )
}

/** Null for a file that could not be read: it is not empty, and stays. */
function textOf(document: Document | undefined): string | null {
  if (!document?.complete) return null
  return (document.facts as DetailFacts | null)?.text ?? null
}

function missingFinding({ row, index }: Detail): Found {
  return {
    place: WHOLE_FILE,
    message: `The detail file of row ${row.id} in ${index} is missing`,
    help: 'Run `memkeep index`.',
    fixable: true,
  }
}

const HELP = {
  written: 'Run `memkeep index`.',
  edited: 'Run `memkeep index`: it moves what was written above the mark below it.',
  unmarked: 'Run `memkeep index`: it puts the row on top, and keeps what the file says.',
}

function staleFinding({ row, index }: Detail, present: string, text: string): Found {
  return {
    place: firstDifference(present, text),
    message: `The detail file is out of date: it differs from its row ${row.id} in ${index}`,
    help: HELP[splitDetail(present).state],
    fixable: true,
  }
}

/** The first line of the present text that a rebuild changes; its last line where only something is missing after it. */
function firstDifference(present: string, text: string): Place {
  const there = present.split('\n')
  const wanted = text.split('\n')
  const last = there.length - (there.at(-1) === '' ? 2 : 1)
  const differing = there.findIndex((line, i) => line !== wanted[i])
  const line = Math.max(0, Math.min(differing < 0 ? last : differing, last))
  return { line: line + 1, column: 1, endLine: line + 1, endColumn: (there[line]?.length ?? 0) + 1 }
}

/** What can change in the words that people wrote into a detail file. */
export const DETAIL_FIELDS: readonly string[] = ['title', 'body']

/** What is known of a detail file: its text with LF and without a byte order mark. */
type DetailFacts = { readonly text: string }

/** Reads a detail file. What people wrote below its mark is an item, so that its loss is seen. */
export function readDetail(source: Source): Reading {
  if (source.problems.length > 0) return { facts: null }
  const text = source.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const facts: DetailFacts = { text }
  const parts = splitDetail(text)
  const items = notesOf(source, text, parts)
  if (parts.state === 'unmarked') return { facts, items }
  const [, title = source.scope] = /^# (.*)$/m.exec(parts.head) ?? []
  const says = { title, text: detailSections(parts.head), place: linesFrom(1, parts.head) }
  return { facts, items, says }
}

function notesOf({ scope, starts }: Source, text: string, { head, below, state }: DetailParts): Item[] {
  const words = state === 'unmarked' ? head : below
  if (words.trim() === '') return []
  const line = text.slice(0, text.length - words.trimStart().length).split('\n').length
  return [
    {
      kind: 'notes',
      key: scope,
      title: scope,
      place: placeOf(starts, starts[line - 1] ?? 0),
      ...bodyMarks(words.trim()),
      ...(state !== 'unmarked' && { says: { text: words.trim(), place: linesFrom(line, words.trim()) } }),
      fields: {},
    },
  ]
}

/** The lines of a text that begins at one. */
function linesFrom(line: number, text: string): Place {
  const lines = text.trimEnd().split('\n')
  return { line, column: 1, endLine: line + lines.length - 1, endColumn: (lines.at(-1)?.length ?? 0) + 1 }
}

/** The line between what is derived and what people wrote; the digest is of the text above it. */
const MARK =
  /^<!-- Above: derived from memory\.json \(([0-9a-f]{24})\)\. Below: yours, and kept\. -->[ \t]*(?:\n|$)/m

/** A detail file, taken apart. */
type DetailParts = {
  /** The text above the mark; all of it in a file without one. */
  readonly head: string
  /** The text below the mark, byte for byte. */
  readonly below: string
  /** `written`: a rebuild wrote the head as it is. `edited`: a person changed it since. `unmarked`: there is no mark. */
  readonly state: 'written' | 'edited' | 'unmarked'
}

/** Takes the text of a detail file (LF, no byte order mark) apart at its first mark. */
export function splitDetail(text: string): DetailParts {
  const mark = MARK.exec(text)
  if (!mark) return { head: text, below: '', state: 'unmarked' }
  const head = text.slice(0, mark.index)
  const state = digest(head) === mark[1] ? 'written' : 'edited'
  return { head, below: text.slice(mark.index + mark[0].length), state }
}

/**
 * The detail file with the head that its row gives, and with every word of the present text that no row gives: the text
 * below the mark stays as it is; a head that a person edited, or a whole file without a mark, follows it.
 */
export function rebuiltDetail(present: string, head: string): string {
  return `${head}\n<!-- Above: derived from memory.json (${digest(head)}). Below: yours, and kept. -->\n${keptWords(present, head)}`
}

function keptWords(present: string, head: string): string {
  const parts = splitDetail(present)
  if (parts.state === 'written' || parts.head.trim() === '' || isSame(parts.head, head)) return parts.below
  // The mark alone was deleted.
  if (parts.state === 'unmarked' && present.startsWith(head)) return present.slice(head.length)
  const gap = parts.below === '' || parts.below.endsWith('\n') ? '\n' : '\n\n'
  return `${parts.below}${gap}${parts.head}`
}

function isSame(a: string, b: string): boolean {
  return a.trimEnd() === b.trimEnd()
}
