import type { SignatureCache } from '../cache/signature-cache.ts'
import type { Finding, Severity } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import type { Layout } from '../core/layout.ts'
import { severityOf } from '../core/lint.ts'
import type { Rule } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { WHOLE_FILE } from '../core/text.ts'
import type { MergeSnapshots } from '../snapshot/open-snapshot.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'

/** Where facts that were found before are kept; a miss costs time only. */
export type FactsStore = {
  get(id: string, path: string): Document | null
  /** Remembers facts for the rest of this run. */
  put(document: Document): void
  /** Keeps facts for the next run as well; absent where nothing outlives a run. */
  keep?(document: Document): void
  /** Forgets what is not asked for again in this run; what is kept for the next run is written. */
  release?(): void
  /** The same store for documents that are read with other settings; absent where it knows only one. */
  under?(settings: Settings): FactsStore
  /**
   * Present where all facts of this very run were found elsewhere: they count as new ones, and a document that can be read
   * and has none is this error.
   */
  lacks?(path: string): Error
}

/** Layouts, and the settings under which their files are read. */
export type UsedLayouts = { readonly layouts: readonly Layout[]; readonly settings: Settings }

/** The same, with the shared rules; every layout brings its own. */
export type UsedRules = UsedLayouts & { readonly rules: readonly Rule[] }

/** What documents are read and judged with. */
export type MemoryContext = UsedRules & {
  /** Layouts that neither settings nor a signature turn on. Files at their places are named and not checked. */
  readonly unsigned?: readonly Layout[]
  /** Signatures that earlier runs found. */
  readonly signatures?: SignatureCache | null
  /** True where git ignores new files in one of some directories of the work tree; absent without git. */
  readonly areIgnored?: ((folders: readonly string[]) => Promise<boolean>) | undefined
  /** Every layout that there is, whether it is on or not; the same as `layouts` when absent. */
  readonly allLayouts?: readonly Layout[] | undefined
  /** The settings of another snapshot under the same request; throws `UserError` where they cannot be read. */
  readonly settingsOf?: ((snapshot: Snapshot) => Promise<Settings>) | undefined
  /** The change was accepted earlier, and may contain the change of settings that allowed it: only its own settings count. */
  readonly isLetIn?: boolean | undefined
  /** No comment suppresses anything: a merge is judged by what it did. */
  readonly ignoreSuppressions?: boolean | undefined
  readonly facts: FactsStore
  /**
   * False where everything is checked, which is rarely repeated: facts of all documents are as large as the memory. A run
   * over the parts of a change keeps what it parsed.
   */
  readonly keepsFacts?: boolean | undefined
  readonly parser?: 'auto' | 'remark'
  /** Leaves out documents that the change cannot affect; all are read without it. */
  readonly focus?: Focus | null
  /** Where git still has a file that is gone, newest first; absent where there is no git. */
  readonly stored?: (() => Promise<readonly Snapshot[]>) | undefined
}

/** The snapshots of a change; `before` is null when there is nothing to compare with. */
export type ChangeSides = {
  readonly after: OpenSnapshot
  readonly before: OpenSnapshot | null
  readonly merge?: MergeSnapshots | null
  /** Every path that `before` and `after` do not have alike, where that is known. */
  readonly changed?: readonly string[] | undefined
}

/** Two sides of a check. */
export type Sides = ChangeSides & {
  /** Where what is checked is a merge of `before` with others; else null. */
  readonly merge: MergeSnapshots | null
  readonly today: string
}

/** A memory as it is looked at: the sides of a change, and what their documents are read and judged with. */
export type MemoryView = MemoryContext & Sides

/** Which documents of a layout have to be looked at, by path; null for none. */
export type Focus = (layout: Layout) => Matter | null

/** Of a layout: what has to be looked at, and directories below which all of it lies; null where that is not known. */
export type Matter = {
  readonly holds: (path: string) => boolean
  readonly folders: readonly string[] | null
}

/** What the engine finds in a file, in words. */
export type FindingText = {
  readonly message: string
  readonly help: string
  /** Where it is not the rule's own; settings override both. */
  readonly severity?: Severity
}

/** A finding of the engine about a file, under one of its own rules. */
type EngineFinding = FindingText & { readonly rule: string }

/** Makes a finding about the file as a whole; null when settings turn the rule off. */
export function engineFinding(
  { rule: id, message, help, severity: own }: EngineFinding,
  rules: readonly Rule[],
  settings: Settings,
): Finding | null {
  const rule = rules.find((one) => one.id === id)
  const severity = rule ? severityOf(rule, own ? { severity: own } : {}, settings) : 'error'
  return severity && { rule: id, severity, place: WHOLE_FILE, message, help, fixable: false }
}
