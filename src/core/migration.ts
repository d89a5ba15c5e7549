import type { PlanStatus } from './plan-status.ts'
import type { Settings } from './settings.ts'
import type { FileListing, SnapshotFile } from './snapshot.ts'
import type { Edit } from './text.ts'
import type { WritePlan } from './write-plan.ts'

/** A file before anybody has read it: where it lies, and whose it is. */
export type UnreadFile = {
  readonly path: string
  /** The layout that claims it, its kind and scope; empty where none does. */
  readonly layout: string
  readonly kind: string
  readonly scope: string
}

/** A file with its text: valid UTF-8, a byte order mark and every line end as they are. */
export type TextFile = UnreadFile & { readonly text: string }

/** A commit as evidence: its full id, and the day it was made on where its author was. */
export type CommitDate = { readonly commit: string; readonly date: string }

/** What git knows of a file in all its commits; null where it knows nothing for sure. */
export type FileHistory = {
  /** The first commit that has the file, under this name or an earlier one. */
  readonly added: CommitDate | null
  /** The last commit that changed anything; in Markdown, anything behind the front matter. */
  readonly bodyChanged: CommitDate | null
}

/** What a migration plans from. It is all plain data: a plan depends on nothing else. */
export type MigrationInput = {
  /** What the migration wanted, in order of paths. */
  readonly files: readonly TextFile[]
  /** Everything that is there, by path. */
  readonly present: ReadonlyMap<string, SnapshotFile>
  readonly settings: Settings
  /** By path; empty for a migration that needs no history. */
  readonly history: ReadonlyMap<string, FileHistory>
  /** Derived files that are stale or missing, as a rebuild would write them; empty for a migration that needs none. */
  readonly derived: WritePlan
  /** Names given with `--with`: what a migration does only when it is asked to, such as `rename-keys`. */
  readonly choices: ReadonlySet<string>
  /** Given with `--status-default`: the status of a plan that states none. */
  readonly statusDefault?: PlanStatus | undefined
  /** `YYYY-MM-DD` */
  readonly today: string
}

/** Where a value comes from. */
export type Evidence =
  | { readonly kind: 'text'; readonly path: string; readonly line: number }
  | { readonly kind: 'commit'; readonly commit: string }
  | { readonly kind: 'file-name'; readonly path: string }
  | { readonly kind: 'path'; readonly path: string }
  /** Nothing says it: it is a guess, and a person should look. */
  | { readonly kind: 'guess'; readonly why: string }

/** A value that a migration worked out. */
export type WorkedOut = {
  readonly field: string
  readonly value: string
  readonly evidence: Evidence
}

/** What becomes of one file; everything outside the edits of a text stays. */
export type FileChange = {
  readonly path: string
  readonly values: readonly WorkedOut[]
} & (
  | { readonly kind: 'edit'; readonly edits: readonly Edit[] }
  /** Nothing may be there yet. */
  | { readonly kind: 'create'; readonly text: string }
  /** A derived file, which is written anew whether it is there or not. */
  | { readonly kind: 'derive'; readonly text: string }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'delete' }
)

/** What needs a person: why a file was left, or what is to be filled in. */
export type ForPerson = { readonly path: string; readonly line: number; readonly what: string }

/**
 * Changes that belong together: all of them are made, or none. Deletions come last, so that no word is gone before it is
 * kept elsewhere.
 */
export type ChangeSet = readonly FileChange[]

/** What a migration would do now. */
export type MigrationPlan = {
  readonly sets: readonly ChangeSet[]
  readonly forPerson: readonly ForPerson[]
}

/**
 * One step that brings old memory up to the format. It keeps no record of where it ran: planned on its own result, it
 * plans nothing.
 */
export type Migration = {
  /** The name of its file: `0001-plan-front-matter`. */
  readonly id: string
  /** One line for `--list`. */
  readonly summary: string
  /** It changes much, and runs only when it is named. */
  readonly onlyNamed?: true
  /** What `--with` can say to it, and what that does. */
  readonly choices?: { readonly [name: string]: string }
  /** Which files it reads. */
  readonly wants: (file: UnreadFile, settings: Settings) => boolean
  /** Whether `history` is to be looked up for the files that it wants. */
  readonly needsHistory?: true
  /** Further files whose history it needs, for a file that it wants: those that this one names. */
  readonly alsoHistoryOf?: (file: TextFile, present: FileListing) => readonly string[]
  /** Whether `derived` is to be worked out. */
  readonly needsDerived?: true
  readonly plan: (input: MigrationInput) => MigrationPlan
}
