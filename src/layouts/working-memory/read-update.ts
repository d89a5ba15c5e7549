import type { Reading } from '../../core/kind.ts'
import { placeOf } from '../../core/place.ts'
import type { Source } from '../../core/source.ts'
import { outline } from './dsl/outline.ts'
import { type ParsedUpdate, parseUpdate } from './dsl/parse-update.ts'
import type { IdAt, UpdateFacts } from './task-facts.ts'

const known = new WeakMap<Source, ParsedUpdate>()

/** The update that a file holds, parsed once per source. */
export function updateOf(source: Source): ParsedUpdate {
  const parsed = known.get(source) ?? parseUpdate(source.text)
  known.set(source, parsed)
  return parsed
}

/** The ids that an update would archive, and where each stands: behind the dash of its bullet. */
export function readUpdate(source: Source): Reading {
  const { learnings, verbatim } = updateOf(source).update
  const asked = new Set([...(learnings?.archive ?? []), ...(verbatim?.archive ?? [])].map(({ id }) => id))
  const facts: UpdateFacts = { archive: asked.size > 0 ? placesOf(source, asked) : [] }
  return { facts }
}

/** Ids of sections that are not valid are left out: nothing of those is applied. */
function placesOf({ text, starts }: Source, asked: ReadonlySet<string>): IdAt[] {
  const lists = outline(text).sections.flatMap(({ lists }) => lists.filter(({ name }) => name === 'ARCHIVE'))
  return lists
    .flatMap(({ bullets }) => bullets)
    .flatMap(({ start, end }) => {
      const behindDash = text.slice(start, end).trimStart()
      const [id = ''] = /^[^ \t]*/.exec(behindDash) ?? []
      const from = end - behindDash.length
      return asked.has(id) ? [{ id, place: placeOf(starts, from, from + id.length) }] : []
    })
}
