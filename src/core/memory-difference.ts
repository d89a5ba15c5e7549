import type { BudgetUse } from './memory-overview.ts'
import type { RemovedItem } from './removed-items.ts'

/** An item that a change touches, where it stands now, or stood if it is gone. */
export type ChangedItem = {
  readonly path: string
  readonly line: number
  /** In words for people: `decision`. */
  readonly kind: string
  readonly title: string
}

/** What became of a memory between two snapshots, in people's words: plain data, every text of it untrusted. */
export type MemoryDifference = {
  readonly layout: string
  readonly added: readonly ChangedItem[]
  /** With the names of the fields that differ; `body` and `title` count as fields, `file` where it stands elsewhere. */
  readonly changed: readonly (ChangedItem & { readonly fields: readonly string[] })[]
  /** Items that now say that another one took their place. */
  readonly superseded: readonly ChangedItem[]
  /** Items that were archived as they were; `from` is where they stood, which may be the same file. */
  readonly archived: readonly (ChangedItem & { readonly from: string })[]
  /** Items whose tombstone is new. */
  readonly removed: readonly RemovedItem[]
  /** Items that are nowhere any more and have no tombstone, but for those that went with a file whose time was over. */
  readonly lost: readonly ChangedItem[]
  /** Tags that nothing had before, and that nothing has any more. */
  readonly tags: { readonly new: readonly string[]; readonly gone: readonly string[] }
  /** What loads into every conversation, before and after. */
  readonly budgets: { readonly before: readonly BudgetUse[]; readonly after: readonly BudgetUse[] }
}
