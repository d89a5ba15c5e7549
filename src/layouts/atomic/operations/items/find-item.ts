import { changedFields, type ItemAt } from '../../../../core/changes/item-changes.ts'
import type { JsonObject } from '../../../../core/json.ts'
import type { Memory } from '../../../../core/memory.ts'
import type { Refusal } from '../../../../core/operation.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import { nearest } from '../../../../formats/names.ts'
import { isArchived } from '../../claim.ts'
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
