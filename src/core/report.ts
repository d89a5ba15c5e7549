import type { FileChanges } from './changes/file-changes.ts'
import type { MemoryDifference } from './changes/memory-difference.ts'
import type { Diagnostic } from './diagnostic.ts'
import type { Document, FoundForm } from './document.ts'
import type { MemoryOverview, NearTag } from './memory-overview.ts'

/** How much a memory holds. */
type ItemCounts = {
  /** Things that are remembered. */
  readonly items: number
  /** Items, and headings that look like items and are not read as such. */
  readonly headings: number
}

/** What a check looked at and found, in numbers. */
export type Summary = ItemCounts & {
  /** Files of memory. */
  readonly documents: number
  /** Findings of this severity. */
  readonly errors: number
  /** The same. */
  readonly warnings: number
  /** The same. */
  readonly infos: number
  /** Findings that `--fix` fixed, and that are therefore not among the diagnostics. */
  readonly fixed: number
  /** Documents whose facts were known from an earlier run. */
  readonly cached: number
  /** How long the check took. */
  readonly seconds: number
  /** Findings that the baseline file took out of the diagnostics; absent where there is no such file. */
  readonly known?: number
}

/** The outcome of a check, as plain data: the one input of every reporter, and the stable JSON of `check`. */
export type Report = {
  /** Of this form. */
  readonly version: 1
  /** The findings, by path, line, column and rule. */
  readonly diagnostics: readonly Diagnostic[]
  /** The findings in numbers. */
  readonly summary: Summary
  /** What became of every file of the memory; absent where nothing was compared. */
  readonly files?: FileChanges
}

/** How many items documents hold, and how many headings look like one. */
export function itemCounts(documents: readonly Document[]): ItemCounts {
  const items = documents.reduce((sum, one) => sum + one.items.length, 0)
  return { items, headings: documents.reduce((sum, one) => sum + one.unread.length, items) }
}

/** Which findings make a run fail: new errors, all errors, or warnings as well. */
export type FailOn = 'new' | 'all' | 'warning'

/** A migration that would change something, and how many files. */
export type PendingMigration = { readonly id: string; readonly summary: string; readonly files: number }

/** What every session of an agent begins with, in estimated tokens, before and after a change. */
export type TokensAtStart = {
  /** As `Loading.session`; untrusted. */
  readonly agent: string
  readonly before: number
  readonly after: number
}

/** The result of a run in CI, as plain data; every text that comes from the repository is untrusted. */
export type CiReport = {
  /** The event's name, such as `pull_request`; empty outside GitHub Actions. */
  readonly event: string
  readonly failOn: FailOn
  /** How many findings make it fail; 0 is a pass. */
  readonly failing: number
  /**
   * What was compared with, for people and as an object id; `isFork` where it is the commit at which the head left the
   * branch of that name. Null when there was nothing to compare with.
   */
  readonly base: { readonly name: string; readonly oid: string; readonly isFork?: boolean } | null
  /** What merging was not checked, and whether it conflicts; absent where it was, or where nothing is to be merged. */
  readonly unmerged?: { readonly name: string; readonly conflicts: boolean }
  /** The commit that was checked. */
  readonly head: string
  /**
   * Everything that was found in the head, its history, its merges and in the result of merging it with the base, in
   * total order.
   */
  readonly report: Report
  /** How many known findings the baseline file took out of the report. */
  readonly known: number
  /** A derived file is stale, or another one than in the base. */
  readonly indexChanged?: boolean
  /** One per layout that has memory on either side; none without a base. */
  readonly differences: readonly MemoryDifference[]
  /** One per layout that has memory in the head. */
  readonly overviews: readonly MemoryOverview[]
  /** The agents whose every session begins with another number of tokens than in the base; none when absent. */
  readonly atStart?: readonly TokensAtStart[]
  readonly pending: readonly PendingMigration[]
  /** One-line remarks for people. */
  readonly notices: readonly string[]
}

/** A suppression comment of the memory; all of its texts are untrusted. */
export type ReportedSuppression = {
  readonly path: string
  readonly line: number
  readonly rules: readonly string[]
  readonly reason: string
}

/** How many files a memory file names, or all that an agent loads: what became of them. */
export type CitationCounts = {
  /** The path of the file, or the agent; untrusted. */
  readonly name: string
  readonly citations: number
  /** They are there. */
  readonly held: number
  /** A commit renamed them after the text was written. */
  readonly moved: number
  /** A commit removed them after the text was written. */
  readonly gone: number
  /** They are not there, and nothing shows that they were when the text was written. */
  readonly unproven: number
}

/** A statement whose code has changed since; untrusted. */
export type ChangedStatement = {
  readonly path: string
  readonly line: number
  readonly text: string
  /** `YYYY-MM-DD` */
  readonly written: string
  /** Commits to the files that it names, since then. */
  readonly commits: number
  /** Names of code in it that no file of code has any more. */
  readonly gone: readonly string[]
}

/** What a memory says of the code around it. */
export type CodeReport = {
  /** Those with most that is moved or gone come first. */
  readonly files: readonly CitationCounts[]
  readonly agents: readonly CitationCounts[]
  /** Those to be read again first; `memkeep audit` lists all. */
  readonly changed: readonly ChangedStatement[]
  /** How many there are. */
  readonly total: number
  /** Why git's history says nothing. */
  readonly unknown?: string
}

/** Estimated tokens that every session of an agent begins with, by commit. */
export type Growth = {
  /** As `Loading.session`; untrusted. */
  readonly agent: string
  /** Some of the commits that changed what is loaded now, the oldest first. */
  readonly commits: readonly { readonly commit: string; readonly date: string; readonly tokens: number }[]
  readonly now: number
}

/** The state of a repository's memory on one day: the one input of `memkeep report`, as plain data. */
export type MemoryReport = {
  readonly version: 1
  /** The repository's folder name; untrusted. */
  readonly name: string
  /** `YYYY-MM-DD`: the day that ages are counted from. */
  readonly today: string
  readonly report: Report
  readonly overviews: readonly MemoryOverview[]
  /** Tags that are probably one, over all layouts; none when absent. */
  readonly nearTags?: readonly NearTag[]
  /** What it says of the code around it; absent without git. */
  readonly code?: CodeReport
  /** How what each agent starts with has grown; absent without git. */
  readonly atStart?: readonly Growth[]
  /** Every suppression comment, in order of paths and lines; none when absent. */
  readonly suppressions?: readonly ReportedSuppression[]
  /** The part of the memory that each finding belongs to, in the order of the report's diagnostics; empty for none. */
  readonly parts: readonly string[]
}

/** One of several repositories: its directory as the user named it, and its memory, or why it is not described. */
export type ReportedRepository = { readonly directory: string } & (
  | { readonly memory: MemoryReport }
  | { readonly failure: string }
)

/** A heading in a place of items, and is read as none. */
export type UnreadHeadingLine = { readonly line: number; readonly text: string }

/** A memory file as memkeep sees it. */
export type MemoryFile = {
  readonly path: string
  readonly layout: string
  readonly kind: string
  readonly items: number
  /** How the items were found; absent for a kind whose form is fixed. */
  readonly form?: FoundForm
  readonly unread: readonly UnreadHeadingLine[]
  readonly lines: number
  /** Estimated. */
  readonly tokens: number
  /** Whether an agent has it in every conversation, or when it asks. */
  readonly loads: 'always' | 'on-demand'
}

/** A file that looks like memory, and that nothing reads. */
export type UnclaimedFile = { readonly path: string; readonly looksLike: string; readonly why: string }

/** A folder with files that look like memory by their names, and that nothing reads: its path with a slash at the end. */
export type UnreadFolder = {
  readonly folder: string
  readonly files: number
  /** A pattern for the setting `notes` that finds the most of them and no other Markdown, and how many that are. */
  readonly notes: { readonly pattern: string; readonly files: number }
}

/** Everything that memkeep sees, all in order of paths. */
export type MemoryFiles = {
  readonly version: 1
  readonly files: readonly MemoryFile[]
  readonly unclaimed: readonly UnclaimedFile[]
  readonly unread: readonly UnreadFolder[]
}
