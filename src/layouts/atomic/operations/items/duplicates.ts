import type { ItemAt } from '../../../../core/changes/item-changes.ts'
import { similarity } from '../../../../core/changes/pair-by-body.ts'
import type { Memory } from '../../../../core/memory.ts'
import { digest, sketch } from '../../../../formats/hash.ts'
import { normaliseTitle } from '../../../../formats/names.ts'
import { isArchived } from '../../claim.ts'
import { isFinal, statusOf, supersession } from '../../lifecycle.ts'

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
