import type { Item } from '../../core/document.ts'
import type { Reading, Source } from '../../core/source.ts'
import { placeOf } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'

/** What can change in the words that people wrote into a detail file. */
export const DETAIL_FIELDS: readonly string[] = ['title', 'body']

/** What is known of a detail file: its text with LF and without a byte order mark. */
export type DetailFacts = { readonly text: string }

/** Reads a detail file. What people wrote below its mark is an item, so that its loss is seen. */
export function readDetail(source: Source): Reading {
  if (source.problems.length > 0) return { facts: null }
  const text = source.text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const facts: DetailFacts = { text }
  return { facts, items: notesOf(source, text) }
}

function notesOf({ scope, starts }: Source, text: string): Item[] {
  const { head, below, state } = splitDetail(text)
  const words = state === 'unmarked' ? head : below
  if (words.trim() === '') return []
  const line = text.slice(0, text.length - words.trimStart().length).split('\n').length
  return [
    {
      kind: 'notes',
      key: scope,
      title: scope,
      place: placeOf(starts, starts[line - 1] ?? 0),
      digest: digest(words.trim()),
      sketch: sketch(words),
      fields: {},
    },
  ]
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
