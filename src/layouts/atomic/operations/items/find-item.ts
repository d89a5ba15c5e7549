import { changedFields, type ItemAt, itemsIn } from '../../../../core/changes/item-changes.ts'
import type { Memory } from '../../../../core/document.ts'
import type { JsonObject } from '../../../../core/json.ts'
import { safePath, safeText } from '../../../../core/messages.ts'
import type { OperationInput, Refusal } from '../../../../core/operation.ts'
import { nearest } from '../../../../formats/names.ts'
import { didYouMean, refuse } from '../../../../stores/answer.ts'
import { refuseUnseen } from '../../../../stores/clean-text.ts'
import { isArchived, statusOf } from '../../lifecycle.ts'
import { isSameButStatus } from './read-items.ts'

/** An item that a call names. */
export type FoundItem = {
  readonly at: ItemAt
  /** The copy in the archive, where a move was stopped before it deleted the file at its old place. */
  readonly archived: ItemAt | null
}

/** A call that names an item. */
export type Naming = { readonly id: string; readonly dry_run?: boolean }

/** The paths of all items with the id of a call: the sources that a change of it wants. */
export function pathsOfId({ args, memory }: OperationInput<Naming>): readonly string[] {
  return itemsWithId(args.id.trim(), memory).map(({ document }) => document.path)
}

function itemsWithId(id: string, { documents }: Memory): ItemAt[] {
  return itemsIn(documents).filter(({ item }) => item.id === id)
}

/** The one item with the id of a call. Ids are compared with those of the memory, and are never made paths. */
export function findItem({ args, memory }: OperationInput<Naming>): FoundItem | Refusal {
  const id = args.id.trim()
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

/** What a call can change. */
type Changing = {
  readonly kind: string
  /** Arguments: it gives at least one of them. */
  readonly names: readonly string[]
  /** Behind their names. */
  readonly also?: string
  /** What else is wrong with the call. */
  readonly fault?: Refusal | null
}

/** The item of a kind that a call changes. */
export function findToChange(
  input: OperationInput<Naming>,
  { kind, names, also = '', fault = null }: Changing,
): FoundItem | Refusal {
  const { args } = input
  const wrong = refuseUnseen(args) ?? refuseNothing(args, names, also) ?? fault
  if (wrong) return wrong
  const found = findItem(input)
  if ('refusal' in found || found.at.item.kind === kind) return found
  const own = found.at.item.kind
  return refuse(`${safeText(args.id.trim())} is a ${own}, not a ${kind}`, HELP_BY_KIND[own] ?? '')
}

function refuseNothing(args: JsonObject, names: readonly string[], also: string): Refusal | null {
  if (names.some((name) => (args[name] ?? null) !== null)) return null
  const quoted = names.map((name) => `\`${name}\``)
  return refuse(
    'Nothing is to be changed',
    `Give ${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}${also}.`,
  )
}

const HELP_BY_KIND: { readonly [kind: string]: string } = {
  fact: 'A fact is changed by `memkeep atomic fact`.',
  decision: 'A decision is never edited: write_decision with its id as `supersedes` replaces it.',
  goal: 'A goal is changed by update_goal.',
  task: 'A task is changed by update_task.',
  reflection: 'A reflection is never edited: write_reflection adds another one.',
}

/** Refuses to go on from a status that a kind does not have; null for one that it has. */
export function refuseStatus(at: ItemAt, statuses: readonly string[]): Refusal | null {
  const status = statusOf(at)
  if (statuses.includes(status)) return null
  return refuse(
    `${safePath(at.document.path)} has the status ${safeText(status || 'that is no text')}, which is none of ${statuses.join(', ')}`,
    'Write one of them in the file, then call again.',
  )
}

function refuseUnknown(id: string, { documents }: Memory): Refusal {
  const ids = itemsIn(documents).flatMap(({ item }) => item.id ?? [])
  const named = documents.find(({ path }) => path === id || path.endsWith(`/${id}`))?.items[0]?.id
  const guess = didYouMean(named ?? nearest(id, ids))
  const unread = documents.filter(({ items }) => items.length === 0)
  const [lost] = unread
  const also = lost
    ? ` ${unread.length === 1 ? 'One file' : `${unread.length} files`} could not be read, such as ${safePath(lost.path)}.`
    : ''
  return refuse(
    `No item that can be read has the id ${safeText(id)}`,
    `${guess}Give as \`id\` one that memory_search shows.${also}`,
  )
}

function refuseTwo(a: ItemAt, b: ItemAt): Refusal {
  const differ = changedFields(a.item, b.item).filter((field) => field !== 'file')
  const how = differ.length === 0 ? 'are equal' : `differ in ${differ.join(', ')}`
  return refuse(
    `Two files have the id ${safeText(a.item.id ?? '')}: ${safePath(a.document.path)} and ${safePath(b.document.path)}, which ${how}`,
    'Both were kept. Compare them, keep one, or give one of them another id; then call again.',
  )
}
