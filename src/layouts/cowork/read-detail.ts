import type { Item } from '../../core/item.ts'
import type { Reading } from '../../core/kind.ts'
import { placeOf } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { splitDetail } from './detail/detail-text.ts'

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
