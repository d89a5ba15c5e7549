import type { Alike, Diagnostic, Severity } from './diagnostic.ts'
import type { Change, Document, Memory } from './document.ts'
import type { Source } from './source.ts'
import type { Edit, Place, Replacement } from './text.ts'
import type { WritePlan } from './write-plan.ts'

/** What a rule says in words. */
export type FoundText = { readonly message: string; readonly help: string }

/** What a rule says of one place. `severity` overrides the rule's own, settings override both. */
export type Found = FoundText & {
  readonly place: Place
  readonly severity?: Severity
  /** Present where it may speak of several places (document rules and change rules). */
  readonly alike?: Alike
  /** The fix, as splices of the source text (document rules). */
  readonly edits?: readonly Edit[]
  /** The rule's own fix, or the layout's rebuild, fixes it (memory rules). */
  readonly fixable?: boolean
}

type RuleText = {
  /** Kebab-case; also the name of its test and its page, and of its file unless others that say the same idea are in there. */
  readonly id: string
  /** One line: what it checks. */
  readonly summary: string
  /** Why it matters, in a sentence or two. */
  readonly why: string
  /** How to fix a finding. */
  readonly howToFix: string
  readonly severity: Severity
  /** Every severity that its findings can have, when there are several, worst first. */
  readonly severities?: readonly Severity[]
  readonly fixable: boolean
  /** Two small texts for the rule's page. */
  readonly example: { readonly bad: string; readonly good: string }
  /** It speaks of texts as well that were written elsewhere (`Kind.foreign`). */
  readonly ofForeign?: true
  /** A warning of it says that settings guard nothing: `doctor` calls that wrong. */
  readonly ofSettings?: true
  /** Kind ids it looks at; all when absent. */
  readonly kinds?: readonly string[]
}

/** Looks at one parsed file. */
export type DocumentRule = RuleText & {
  readonly subject: 'document'
  readonly check: (source: Source, report: (found: Found) => void) => void
  /** Makes what a change adds more severe than what was there before it. */
  readonly added?: Added
}

/** When a change adds what a rule finds in a document, and the severity of that; settings of the rule override it. */
type Added = {
  readonly severity: Severity
  readonly isAdded: (document: Document, before: readonly Document[]) => boolean
}

/** Looks at all documents of one memory, as plain data. */
export type MemoryRule = RuleText & {
  readonly subject: 'memory'
  /** What it says of a document depends on that document, the day and which files there are; on all of them when absent. */
  readonly reach?: 'document'
  readonly check: (memory: Memory, report: (path: string, found: Found) => void) => void
  /** What `check --fix` writes for these findings of the rule; on its own result it gives an empty plan. */
  readonly fix?: (memory: Memory, findings: readonly Diagnostic[]) => WritePlan
  /** The same for what replaces characters of documents: by path, each place with what is to be there. */
  readonly replace?: (
    memory: Memory,
    findings: readonly Diagnostic[],
  ) => ReadonlyMap<string, readonly Replacement[]>
}

/** Looks at the items before and after. */
export type ChangeRule = RuleText & {
  readonly subject: 'change'
  /** The hook says its findings that are information as well, of a commit that passes. */
  readonly noted?: true
  readonly check: (change: Change, report: (path: string, found: Found) => void) => void
}

/** Reported by the engine itself, which knows what no rule can see; declared so that it can be explained and set. */
export type EngineRule = RuleText & { readonly subject: 'engine' }

/** Checks a subject. */
export type Rule = DocumentRule | MemoryRule | ChangeRule | EngineRule

/** Rules that say that the check itself could not do its work: nothing turns them off, and no comment silences them. */
export const ALWAYS_ON_RULES: readonly string[] = ['internal', 'unreadable']

/** The rule that names what a change allows itself. */
export const LOOSENED_RULE = 'loosened'

/** Rules that no suppression silences in the very change that adds it: it would hide what that change does. */
export const NOT_SUPPRESSED_AT_ONCE: ReadonlySet<string> = new Set([
  'no-secret',
  'history',
  'item-lost',
  'file-lost',
  'merge-doubled',
  'merge-invented',
])

/** The file of known findings, at the root of the repository. */
export const BASELINE_FILE = 'memkeep-baseline.json'

/** The rule about the file of known findings. */
export const BASELINE_RULE = 'baseline'

/** Rules whose findings cannot be known and left: what was not checked, what is no memory yet, and what must not wait. */
export const NEVER_IN_BASELINE: readonly string[] = [
  ...ALWAYS_ON_RULES,
  BASELINE_RULE,
  'no-conflict-marker',
  'no-secret',
]
