import type { SignatureCache } from '../cache/signature-cache.ts'
import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import type { Rule } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { Focus } from './focus.ts'

/** Where facts that were found before are kept; a miss costs time only. */
export type FactsStore = {
  get(id: string, path: string): Document | null
  /** Remembers facts for the rest of this run. */
  put(document: Document): void
  /** Keeps facts for the next run as well; absent where nothing outlives a run. */
  keep?(document: Document): void
  /** Forgets what nobody asks for again in this run; what is kept for the next run is written. */
  release?(): void
  /** The same store for documents that are read with other settings; absent where it knows only one. */
  under?(settings: Settings): FactsStore
  /**
   * Present where all facts of this very run were found elsewhere: they count as new ones, and a document that can be read
   * and has none is this error.
   */
  lacks?(path: string): Error
}

/** What the document stage needs beside a snapshot. */
export type MemoryContext = {
  readonly layouts: readonly Layout[]
  /** Layouts that neither settings nor a signature turn on: what lies where they would have their files is told of. */
  readonly unsigned?: readonly Layout[]
  /** What earlier runs know of signatures. */
  readonly signatures?: SignatureCache | null
  /** True where git ignores new files in one of some directories of the work tree; absent without git. */
  readonly areIgnored?: ((folders: readonly string[]) => Promise<boolean>) | undefined
  /** Every layout that there is, whether it is on or not; the same as `layouts` when absent. */
  readonly allLayouts?: readonly Layout[] | undefined
  /** The shared rules; every layout brings its own. */
  readonly rules: readonly Rule[]
  readonly settings: Settings
  /** The settings of another snapshot under the same request; throws `UserError` where they cannot be read. */
  readonly settingsOf?: ((snapshot: Snapshot) => Promise<Settings>) | undefined
  /** The change has been let in already, and may hold the one that allowed it: it is judged by itself alone. */
  readonly isLetIn?: boolean | undefined
  /** No comment suppresses anything: a merge is judged by what it did. */
  readonly ignoreSuppressions?: boolean | undefined
  readonly facts: FactsStore
  /**
   * False where everything is looked at, as nobody does again and again: facts of all documents would be as large as the
   * memory. Whoever looks at what is being worked on keeps what was parsed.
   */
  readonly keepsFacts?: boolean | undefined
  readonly parser?: 'auto' | 'remark'
  /** Leaves out documents that are no matter; all are looked at without it. */
  readonly focus?: Focus | null
  /** Where git still has a file that is gone, newest first; absent where there is no git. */
  readonly stored?: (() => Promise<readonly Snapshot[]>) | undefined
}
