import type { Item } from '../../core/document.ts'
import type { Heading, Markdown, Range, Reading, Source } from '../../core/source.ts'
import { type LineStarts, lineAt, placeOf } from '../../core/text.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { outline } from './dsl/outline.ts'
import { type ParsedUpdate, parseUpdate } from './dsl/parse-update.ts'
import type { IdAt, LogFacts, UpdateFacts } from './tasks.ts'

const known = new WeakMap<Source, ParsedUpdate>()

/** The update that a file holds, parsed once per source. */
export function updateOf(source: Source): ParsedUpdate {
  const parsed = known.get(source) ?? parseUpdate(source.text)
  known.set(source, parsed)
  return parsed
}

/** The ids that an update would archive, and where each is: behind the dash of its bullet. */
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

/** What can change in an update of a log, for settings to name. */
export const LOG_FIELDS: readonly string[] = ['title', 'body']

const NUMBER = /^([+-] (?:KL|VC)-)\d+(?= because )/gm

/** A line of a diff that adds or archives an entry. */
const CHANGE = /^([+-]) ((?:KL|VC)-[1-9]\d{0,14}) because /

/** The line of an update that says which text was applied: no line of a diff starts so. */
const TEXT = /^text: ([0-9a-f]{24})\r?$/gm

/** The updates of a log as items, one for each heading of depth 2, and the ids that their diffs add and archive. */
export function readLog({ text, markdown, starts }: Source): Reading {
  if (!markdown) return {}
  return { items: updatesOf(text, markdown), facts: idsOf(text, markdown, starts) }
}

function updatesOf(text: string, { headings }: Markdown): Item[] {
  const updates = headings.filter(({ depth, topLevel }) => depth === 2 && topLevel)
  return updates.map((heading, i) => itemOf(heading, text.slice(heading.end, updates[i + 1]?.start)))
}

function itemOf({ text: title, place }: Heading, body: string): Item {
  // Blank lines around an update come and go with the one below it, and a merge may have to give an entry another number.
  const held = body.trim().replace(NUMBER, '$1')
  return { kind: 'update', key: title, title, place, digest: digest(held), sketch: sketch(held), fields: {} }
}

/** Only a fenced block holds a diff. */
function idsOf(text: string, { blocks }: Markdown, starts: LineStarts): LogFacts {
  const changes = blocks
    .filter(({ type }) => type === 'fence')
    .flatMap((block) => changesIn(text, block, starts))
  const of = (sign: string): IdAt[] =>
    changes.flatMap((one) => (one.sign === sign ? [{ id: one.id, place: one.place }] : []))
  return { added: of('+'), archived: of('-'), texts: [...text.matchAll(TEXT)].map(([, found = '']) => found) }
}

function changesIn(
  text: string,
  { start, end }: Range,
  starts: LineStarts,
): (IdAt & { readonly sign: string })[] {
  const found: (IdAt & { readonly sign: string })[] = []
  for (let line = lineAt(starts, start); (starts[line - 1] ?? end) < end; line += 1) {
    const from = starts[line - 1] ?? end
    const [all, sign, id] = CHANGE.exec(text.slice(from, Math.min(starts[line] ?? end, from + 40))) ?? []
    if (all === undefined || sign === undefined || id === undefined) continue
    found.push({ sign, id, place: placeOf(starts, from + 2, from + 2 + id.length) })
  }
  return found
}
