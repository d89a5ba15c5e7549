import type { Item } from './item.ts'

/** The items of a memory that are kept and count no more, by why; an item may be both. */
export type SetAside = {
  /** Another item took their place, as the memory itself says. */
  readonly superseded: ReadonlySet<Item>
  /** They lie in an archive, or are marked as archived. */
  readonly archived: ReadonlySet<Item>
}
