import type { Document, Item } from '../../../../core/document.ts'
import type { ItemAt } from '../../../../core/item-changes.ts'
import type { Memory } from '../../../../core/memory.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { similarity } from '../../../../core/pair-by-body.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import type { Source } from '../../../../core/source.ts'
import { sketch } from '../../../../formats/hash.ts'
import { normaliseTitle } from '../../../../formats/names.ts'
import { dateOf, ENTRY_KINDS, entriesOf, tagsOf } from '../../entries.ts'
import { isWithin } from '../get-context/scopes.ts'
import type { NewEntry } from './entry.ts'
import { isNearText, sameTelling } from './near-text.ts'
import { comparedText } from './telling-words.ts'

/** An entry on its way into a log. */
export type Saving = { readonly entry: NewEntry; readonly scope: string; readonly path: string }

/** Sketches are samples: bodies with so little in common are nowhere near the same. */
const WORTH_A_LOOK = 0.25

/**
 * Entries that may say what the new one says: of its title, or with a body like its own, in its scope and the scopes above,
 * archives included.
 */
export function likeEntries({ entry, scope }: Saving, { documents }: Memory): ItemAt[] {
  const title = normaliseTitle(entry.title)
  const body = sketch(entry.content)
  return documents
    .filter((one) => ENTRY_KINDS.includes(one.kind) && isWithin(scope, one.scope))
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .filter(({ item }) => isTitled(item, entry.kind, title) || similarity(item.sketch, body) >= WORTH_A_LOOK)
}

function isTitled(item: Item, kind: string, title: string): boolean {
  // The key of an entry is its date and its title as it is compared.
  return item.kind === kind && item.key.slice(dateOf(item).length + 1) === title
}

/** That an entry is repeated, and whether that may be allowed. */
export type Duplicate = Refusal & { readonly allowable: boolean }

/** Says which entry the new one repeats; null when there is none. */
export function duplicateOf(
  saving: Saving,
  memory: Memory,
  sources: ReadonlyMap<string, Source>,
): Duplicate | null {
  const { entry, path } = saving
  const title = normaliseTitle(entry.title)
  const like = likeEntries(saving, memory)
  const titled = like.filter(({ item }) => isTitled(item, entry.kind, title))
  const near = like.filter((one) => isNear(one, entry, sources))
  const sameDay = titled.find(({ item, document }) => document.path === path && dateOf(item) === entry.date)
  const found = sameDay ?? titled.find((one) => near.includes(one)) ?? near[0] ?? titled[0]
  if (!found) return null
  const isNearText = near.includes(found)
  const what = !titled.includes(found)
    ? 'nearly the text'
    : isNearText
      ? 'the title and the text'
      : 'the title'
  const help = isNearText ? KNOWN : sameDay ? ONE_A_DAY : TELL_APART
  return { ...refused(found, what, help), allowable: sameDay === undefined }
}

const KNOWN =
  'It is known already: nothing needs to be saved. If that entry is outdated, edit it in its file; if yours says something else, say what is different, or save it with `allow_duplicate: true`.'

const TELL_APART =
  'Read that entry first. If yours says something new, give it a title that tells the two apart, or save it with `allow_duplicate: true`.'

const ONE_A_DAY =
  'Read that entry first: when it says the same, nothing needs to be saved. If yours says something new, give it another title: a log holds a title once a day, with `allow_duplicate` too.'

function isNear({ item, document }: ItemAt, entry: NewEntry, sources: ReadonlyMap<string, Source>): boolean {
  const body = bodyOf(item, document, sources)
  if (body === null) return false
  const names = new Set([...entry.tags, ...tagsOf(item)].map((tag) => tag.toLowerCase()))
  // A capital at the start of a title says nothing: titles are compared by what is telling in itself.
  const [mine, other] = [entry.title, item.title].map((title) => comparedText(title.toLowerCase(), names))
  if (!mine || !other || !sameTelling(mine, other)) return false
  return isNearText(comparedText(entry.content, names), comparedText(body, names))
}

function bodyOf(item: Item, { path }: Document, sources: ReadonlyMap<string, Source>): string | null {
  const source = sources.get(path)
  const log = source && entriesOf(source)
  const found = log?.entries.find(({ heading }) => heading.place.line === item.place.line)
  return source && found ? source.text.slice(found.body.start, found.body.end) : null
}

function refused({ item, document }: ItemAt, what: string, help: string): Refusal {
  const where = `${safePath(document.path)}:${item.place.line}`
  return {
    refusal: `Unexpected ${item.kind} with ${what} of an earlier one: [${dateOf(item)}] ${safeText(item.title)} (${where})`,
    help,
  }
}
