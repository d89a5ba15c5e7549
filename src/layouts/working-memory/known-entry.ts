import type { Document } from '../../core/document.ts'
import type { Item } from '../../core/item.ts'
import type { Json } from '../../core/json.ts'
import type { Place } from '../../core/place.ts'

/** What rules ask of an entry that was read. */
export type KnownEntry = {
  /** Empty where it has none. */
  readonly id: string
  readonly place: Place
  /** When and why it was archived; null for an entry that holds. */
  readonly archived: Json
}

/** The entries of a state in source order; null for any other file, and where the state could not be read. */
export function entriesOf({ kind, items, complete }: Document): readonly KnownEntry[] | null {
  return kind === 'task-state' && complete ? items.map(entryOf) : null
}

/** An entry by its item. */
export function entryOf({ fields, place }: Item): KnownEntry {
  const { id, archived = null } = fields
  return { id: typeof id === 'string' ? id : '', place, archived }
}
