import type { CitedList } from '../cache/cited.ts'
import type { PartSum } from '../cache/last-report.ts'
import type { ProofCache } from '../cache/proofs.ts'
import type { RemovedList } from '../cache/removed.ts'
import { type Diagnostic, type Finding, type Severity, toDiagnostic } from '../core/diagnostic.ts'
import type { Layout } from '../core/layout.ts'
import { severityOf } from '../core/lint.ts'
import type { Rule } from '../core/rule.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { WHOLE_FILE } from '../core/text.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { MergeSnapshots } from '../snapshot/open-snapshot.ts'
import type { OpenSnapshot } from '../snapshot/project.ts'
import { type FactsStore, factsInMemory } from './documents/facts.ts'

/** Layouts, and the settings under which their files are read. */
export type UsedLayouts = { readonly layouts: readonly Layout[]; readonly settings: Settings }

/** The same, with the shared rules; every layout brings its own. */
export type UsedRules = UsedLayouts & { readonly rules: readonly Rule[] }

/** What documents are read and judged with. */
export type MemoryContext = UsedRules & {
  /** Layouts that neither settings nor a signature turn on. Files at their places are named and not checked. */
  readonly unsigned?: readonly Layout[]
  /** Every layout that there is, whether it is on or not; the same as `layouts` when absent. */
  readonly allLayouts?: readonly Layout[]
  readonly facts: FactsStore
  /** Leaves out documents that the change cannot affect; all are read without it. */
  readonly focus?: Focus | null
  /** `YYYY-MM-DD` */
  readonly today: string
  readonly mode?: RunMode
  readonly ask?: Questions
}

/** How a run reads and judges in another way than usual. */
export type RunMode = {
  /** `remark` leaves the line scan out. */
  readonly parser?: 'auto' | 'remark' | undefined
  /** The change was accepted earlier, and may contain the change of settings that allowed it: only its own settings count. */
  readonly isLetIn?: boolean | undefined
  /** The change is one of nothing but what judges and guards memory: what it loosens is named, and not refused for that. */
  readonly isAlone?: boolean | undefined
  /** No comment suppresses anything: a merge is judged by what it did. */
  readonly ignoreSuppressions?: boolean | undefined
}

/** What is asked about other files than those of the sides. */
export type Questions = {
  /** The settings of another snapshot under the same request; throws `UserError` where they cannot be read. */
  readonly settingsOf: (snapshot: Snapshot) => Promise<Settings>
  /** Where git still has a file that is gone, newest first; none without git. */
  readonly stored: () => Promise<readonly Snapshot[]>
  /** Where git is asked what became of the files around a snapshot; absent without git, and where it is not asked. */
  readonly history?: {
    readonly top: string
    readonly commonDir: string
    readonly git: GitOptions
    /** What an earlier run found to be taken away. */
    readonly removed?: RemovedList | undefined
  }
  /** What earlier runs have proven by it. */
  readonly proofs?: ProofCache | undefined
  /** Where the files that are cited are listed for the commit hook. */
  readonly cited?: CitedList | undefined
  /** All of it is asked, and not only what the change took away. */
  readonly isHistoryWhole?: boolean
  /** True where git ignores new files in one of some directories of the work tree. */
  readonly areIgnored: (folders: readonly string[]) => Promise<boolean>
}

/** The snapshots of a check. */
export type Sides = {
  readonly after: OpenSnapshot
  /** Null when there is nothing to compare with. */
  readonly before: OpenSnapshot | null
  /** Where `after` is a merge of `before` with others. */
  readonly merge?: MergeSnapshots | null
  /** Every path that `before` and `after` do not have alike, where that is known. */
  readonly changed?: readonly string[] | undefined
}

/** A memory as it is looked at: the sides of a change, and what their documents are read and judged with. */
export type MemoryView = MemoryContext & Sides

/** The same memory with other sides. */
export function withSides<Memory extends MemoryContext>(
  memory: Memory,
  { after, before, merge = null, changed }: Sides,
): Memory & Sides {
  return { ...memory, after, before, merge, changed }
}

/** One snapshot of a memory, compared with nothing. */
export function withSnapshot<Memory extends MemoryContext>(
  memory: Memory,
  after: OpenSnapshot,
): Memory & Sides {
  return withSides(memory, { after, before: null })
}

/** The same memory read with other settings: what was found with the first ones is not known. */
export function withSettings<Memory extends MemoryContext>(memory: Memory, settings: Settings): Memory {
  return { ...memory, settings, facts: memory.facts.under?.(settings) ?? factsInMemory() }
}

/** The same memory with another focus; null looks at all of it. */
export function withFocus<Memory extends MemoryContext>(memory: Memory, focus: Focus | null): Memory {
  return { ...memory, focus }
}

/** The same memory with git's history left alone: for trees that are no commits. */
export function withoutHistory<Memory extends MemoryContext>({ ask, ...memory }: Memory): MemoryContext {
  if (!ask) return memory
  const { history: _, ...rest } = ask
  return { ...memory, ask: rest }
}

/** The same memory with other facts. */
export function withFacts<Memory extends MemoryContext>(memory: Memory, facts: FactsStore): Memory {
  return { ...memory, facts }
}

/** What an earlier run found of a work tree in which only contents of some files have changed since. */
export type Earlier = {
  readonly changed: readonly string[]
  /** The outcome of every part. */
  readonly parts: readonly PartSum[]
  /** Ids of the layouts that were on. */
  readonly layouts: ReadonlySet<string>
  /** What was reported in addition to the findings of the parts; null where not all of these were reported as they are. */
  readonly besides: readonly Diagnostic[] | null
  /** Why dead references were not looked for; absent where they were. */
  readonly unproven?: string | undefined
}

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

/** The finding of a rule of the engine about a file as a whole; none when settings turn the rule off. */
export function engineFindings(id: string, text: FindingText, { rules, settings }: UsedRules): Finding[] {
  const { message, help, severity: own } = text
  const rule = rules.find((one) => one.id === id)
  const severity = rule ? severityOf(rule, own ? { severity: own } : {}, settings) : 'error'
  return severity ? [{ rule: id, severity, place: WHOLE_FILE, message, help, fixable: false }] : []
}

/** The same as it is reported; `layout` is empty for a file of no layout. */
export function engineDiagnostics(
  id: string,
  { path, layout, ...text }: FindingText & { readonly path: string; readonly layout: string },
  known: UsedRules,
): Diagnostic[] {
  return engineFindings(id, text, known).map((finding) => toDiagnostic(finding, path, layout))
}
