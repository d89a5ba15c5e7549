import type { RemovedItem } from './removed-items.ts'

/** Something that loads into every conversation, or all of it together, and what it may come to. */
export type BudgetUse = {
  /** What it is, for people: a path, or `hot memory` for the whole. */
  readonly name: string
  readonly lines: number
  /** Estimated. */
  readonly tokens: number
  /** Null where there is no limit of that sort. */
  readonly mostLines: number | null
  readonly mostTokens: number | null
}

/** So many of something: of a tag, a category, a status. */
export type Tally = { readonly name: string; readonly count: number }

/** A log that grows, item by item, and that `memkeep archive` shortens. */
export type LogSize = {
  readonly path: string
  /** The part of the memory that it belongs to, such as a workspace; empty for none. */
  readonly part: string
  readonly items: number
  /** Its growth threshold. */
  readonly most: number
  /** Items by the month that they are dated, `YYYY-MM`, in order; those without a date are left out. */
  readonly months: readonly Tally[]
}

/** A plan and how far it has come. */
export type PlanState = {
  readonly path: string
  readonly part: string
  readonly name: string
  /** As written; empty when it has none. */
  readonly status: string
  /** `YYYY-MM-DD`; null where it does not say. */
  readonly created: string | null
}

/** What a layout tells of its memory for reports: plain data, every text of it untrusted. */
export type LayoutOverview = {
  readonly budgets: readonly BudgetUse[]
  readonly logs: readonly LogSize[]
  readonly plans: readonly PlanState[]
  /** The commonest first. */
  readonly tags: readonly Tally[]
  readonly categories: readonly Tally[]
}

/** A part of the memory, such as a workspace: what it holds and what was found in it. */
export type PartOverview = {
  /** Empty for a layout that has one part, and for what belongs to none. */
  readonly name: string
  readonly documents: number
  readonly items: number
  readonly errors: number
  readonly warnings: number
  readonly infos: number
}

/** One layout's memory as a whole. */
export type MemoryOverview = LayoutOverview & {
  readonly layout: string
  /** In code point order of names. */
  readonly parts: readonly PartOverview[]
  /** What was removed with a reason, as the tombstones say. */
  readonly removed: readonly RemovedItem[]
}
