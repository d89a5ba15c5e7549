import { compareText } from '../../core/edit.ts'
import type { ItemAt } from '../../core/item-changes.ts'
import type { Memory } from '../../core/memory.ts'

/** Decisions by id, and what they replace: nothing of it is stored, a decision stays as it was written. */
export type Supersession = {
  /** Of two decisions with one id, the first in order of paths. */
  readonly decisions: ReadonlyMap<string, ItemAt>
  /** Superseded id → the decisions that name it, oldest first: by day, then by path. */
  readonly successors: ReadonlyMap<string, readonly ItemAt[]>
}

/** Works out which decisions are superseded, and by which. */
export function supersession({ documents }: Memory): Supersession {
  const decisions = new Map<string, ItemAt>()
  const successors = new Map<string, ItemAt[]>()
  const all = documents
    .filter(({ kind }) => kind === 'decision')
    .flatMap((document) => document.items.map((item) => ({ item, document })))
  for (const at of all)
    if (at.item.id !== undefined && !decisions.has(at.item.id)) decisions.set(at.item.id, at)
  for (const at of all.toSorted(byAge)) {
    const target = supersedesOf(at)
    if (target !== null) successors.set(target, [...(successors.get(target) ?? []), at])
  }
  return { decisions, successors }
}

/** The id that a decision says it replaces; null for none. */
export function supersedesOf({ item }: ItemAt): string | null {
  const { supersedes } = item.fields
  return typeof supersedes === 'string' && supersedes !== '' ? supersedes : null
}

function byAge(a: ItemAt, b: ItemAt): number {
  return compareText(createdOf(a), createdOf(b)) || compareText(a.document.path, b.document.path)
}

function createdOf({ item }: ItemAt): string {
  return typeof item.fields.created === 'string' ? item.fields.created : ''
}
