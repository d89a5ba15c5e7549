import type { Document } from './document.ts'
import type { HistorySetting, Settings } from './settings.ts'
import type { SnapshotFile } from './snapshot.ts'

/** All documents of one layout in one snapshot, with the listing of every file around them. */
export type Memory = {
  readonly layout: string
  readonly files: ReadonlyMap<string, SnapshotFile>
  /** In code point order of paths. */
  readonly documents: readonly Document[]
  readonly settings: Settings
  /** By kind id: what the kind promises about its items, as settings change it. */
  readonly histories: { readonly [kind: string]: HistorySetting }
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** Two sides of a check. */
export type Change = {
  readonly before: Memory
  readonly after: Memory
  /** The change is a merge commit: what was lost in it was lost by nobody's wish. */
  readonly merge: boolean
}
