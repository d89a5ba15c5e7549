import { changedFields, type ItemAt } from '../../../../core/changes/item-changes.ts'
import { similarity } from '../../../../core/changes/pair-by-body.ts'
import type { Memory } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { digest, sketch } from '../../../../formats/hash.ts'
import { nearest, normaliseTitle } from '../../../../formats/names.ts'
import { isArchived, isFinal, statusOf, supersession } from '../../lifecycle.ts'
import { isSameButStatus } from './read-items.ts'

/** An item that a call names. */
export type FoundItem = {
  readonly at: ItemAt
  /** The copy in the archive, where a move was stopped before it deleted the file at its old place. */
  readonly archived: ItemAt | null
}

/** The paths of all items with the id of a call: the sources that a change of it wants. */
export function pathsOfId({
  args,
  memory,
}: {
  readonly args: JsonObject
  readonly memory: Memory
}): readonly string[] {
  return itemsWithId(idOf(args), memory).map(({ document }) => document.path)
}

export function idOf({ id }: JsonObject): string {
  return String(id).trim()
}

function itemsWithId(id: string, { documents }: Memory): ItemAt[] {
  return documents.flatMap((document) =>
    document.items.flatMap((item) => (item.id === id ? [{ item, document }] : [])),
  )
}

/** The one item with an id. Ids are compared with those of the memory, and are never made paths. */
export function findItem(id: string, memory: Memory): FoundItem | Refusal {
  const [first, second, ...more] = itemsWithId(id, memory)
  if (!first) return refuseUnknown(id, memory)
  if (!second) return { at: first, archived: null }
  const [open, archived] = isArchived(first.document) ? [second, first] : [first, second]
  const isMove =
    more.length === 0 &&
    open.item.kind === archived.item.kind &&
    !isArchived(open.document) &&
    isArchived(archived.document)
  return isMove && isSameButStatus(open.item, archived.item)
    ? { at: open, archived }
    : refuseTwo(open, archived)
}

/** The item with an id, if it is of this kind. */
export function findOfKind(id: string, kind: string, memory: Memory): FoundItem | Refusal {
  const found = findItem(id, memory)
  if ('refusal' in found || found.at.item.kind === kind) return found
  const own = found.at.item.kind
  return { refusal: `${safeText(id)} is a ${own}, not a ${kind}`, help: HELP_BY_KIND[own] ?? '' }
}

const HELP_BY_KIND: { readonly [kind: string]: string } = {
  fact: 'A fact is changed by update_fact.',
  decision: 'A decision is never edited: write_decision with its id as `supersedes` replaces it.',
  goal: 'A goal is changed by update_goal.',
  task: 'A task is changed by update_task.',
  reflection: 'A reflection is never edited: write_reflection adds another one.',
}

function refuseUnknown(id: string, { documents }: Memory): Refusal {
  const ids = documents.flatMap(({ items }) => items.flatMap((item) => item.id ?? []))
  const named = documents.find(({ path }) => path === id || path.endsWith(`/${id}`))?.items[0]?.id
  const meant = named ?? nearest(id, ids)
  const guess = meant === undefined ? '' : `Did you mean ${safeText(meant)}? `
  const unread = documents.filter(({ items }) => items.length === 0)
  const [lost] = unread
  const also = lost
    ? ` ${unread.length === 1 ? 'One file' : `${unread.length} files`} could not be read, such as ${safePath(lost.path)}.`
    : ''
  return {
    refusal: `No item that can be read has the id ${safeText(id)}`,
    help: `${guess}Give as \`id\` one that search_memory or list_memories shows.${also}`,
  }
}

function refuseTwo(a: ItemAt, b: ItemAt): Refusal {
  const differ = changedFields(a.item, b.item).filter((field) => field !== 'file')
  const how = differ.length === 0 ? 'are equal' : `differ in ${differ.join(', ')}`
  return {
    refusal: `Two files have the id ${safeText(a.item.id ?? '')}: ${safePath(a.document.path)} and ${safePath(b.document.path)}, which ${how}`,
    help: 'Both were kept. Compare them, keep one, or give one of them another id; then call again.',
  }
}

/** What is looked for: an item on its way into the memory. */
export type Sought = {
  readonly kind: string
  readonly title: string
  readonly content: string
  readonly status: string | null
  readonly created: string
}

/** Items that may say what the new one says. */
type Duplicates = {
  /** Of equal title and body: it is the same item. */
  readonly same: ItemAt | null
  /** Of equal title and another body. */
  readonly titled: ItemAt | null
  /** Of another title and nearly the same words. */
  readonly similar: ItemAt | null
}

/** From this share of word triples on a body is worth a note. */
const SIMILAR = 0.7

/** Compares a new item with those of its kind that count: nothing is merged, and nothing is dropped. */
export function findDuplicates(sought: Sought, memory: Memory): Duplicates {
  const [title, body, triples] = [
    normaliseTitle(sought.title),
    digest(sought.content),
    sketch(sought.content),
  ]
  const all = itemsThatCount(sought, memory)
  const titled = all.filter(({ item }) => normaliseTitle(item.title) === title)
  const same = titled.find(({ item }) => item.digest === body) ?? null
  const similar = all.find(({ item }) => item.digest === body || similarity(item.sketch, triples) >= SIMILAR)
  return { same, titled: titled[0] ?? null, similar: similar ?? null }
}

/**
 * Open tasks, active goals, facts outside the archive, decisions in force, and reflections of the same day. One that is
 * recorded as finished is compared with those that ended in the same way.
 */
function itemsThatCount({ kind, status, created }: Sought, memory: Memory): ItemAt[] {
  const { successors } = supersession(memory)
  const own = memory.documents.filter((document) => document.kind === kind)
  return own
    .flatMap((document) => document.items.map((item) => ({ item, document })))
    .filter((at) => {
      if (kind === 'reflection') return at.item.fields.created === created
      if (isArchived(at.document)) return false
      if (kind === 'decision') return !successors.has(at.item.id ?? '')
      return kind === 'fact' || !isOver(at) || statusOf(at) === status
    })
}

/** True for a task that is done, and for a goal that is over. */
export function isOver(at: ItemAt): boolean {
  const status = statusOf(at)
  return at.item.kind === 'task' ? status === 'done' : isFinal(status)
}
