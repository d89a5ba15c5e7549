import type { Document } from './document.ts'
import type { HistorySetting, Settings } from './settings.ts'
import type { FileListing } from './snapshot.ts'

/** All documents of one layout in one snapshot, with the listing of every file around them. */
export type Memory = {
  readonly layout: string
  /** What git calls the snapshot; absent for what is in no commit. */
  readonly revision?: string
  readonly files: FileListing
  /** In code point order of paths. */
  readonly documents: readonly Document[]
  /** Derived files that are not there, as they were last stored: a rebuild keeps what people wrote in them. */
  readonly lost?: readonly Document[]
  readonly settings: Settings
  /** By kind id: what the kind promises about its items, as settings change it. */
  readonly histories: { readonly [kind: string]: HistorySetting }
  /**
   * `YYYY-MM-DD`. Rules hold it against `Document.dates` alone, and what they say of days that are past by then does not
   * change from day to day: it is remembered.
   */
  readonly today: string
}

/** A best common ancestor of two parents of a merge, which are named by number: 0 is the first parent. */
export type MergeBase = { readonly between: readonly [number, number]; readonly memory: Memory }

/** What a merge joins to its first parent, which is the `before` of its change. */
export type MergeSides = {
  /** Every further parent, in git's order: an octopus has several. */
  readonly others: readonly Memory[]
  /** Of every pair of parents: none where their histories are unrelated, several after a criss-cross. */
  readonly bases: readonly MergeBase[]
}

/** Two sides of a check. */
export type Change = {
  readonly before: Memory
  readonly after: Memory
  /**
   * Where the change is a merge commit, what else it joins; else null. What one side did was judged when it was
   * committed: a merge is judged for what it does itself.
   */
  readonly merge: MergeSides | null
}

/** Files without known items because they could not be read: unreadable is not empty. */
export function unreadPaths({ documents }: Memory): ReadonlySet<string> {
  return new Set(
    documents.filter(({ complete, items }) => !complete && items.length === 0).map(({ path }) => path),
  )
}
