import type { Place } from '../../../core/text.ts'

/** The three parts of a task's memory. */
export type SectionId = 'progress' | 'learnings' | 'verbatim'

/** What is done, under way and still to do: one bullet an item, each on one line. */
export type Progress = {
  readonly completed: readonly string[]
  /** At least one. */
  readonly in_progress: readonly string[]
  readonly remaining: readonly string[]
}

/** An id of an entry that is to be archived, and why. */
export type Archiving = { readonly id: string; readonly reason: string }

/** A learning to be added: one line, and why. */
export type NewLearning = { readonly reason: string; readonly insight: string }

/** A snippet to be added, byte for byte, under a label, and why. */
export type NewSnippet = { readonly reason: string; readonly label: string; readonly snippet: string }

/** What becomes of a list of entries; both lists may be empty. */
export type EntryChanges<T> = { readonly add: readonly T[]; readonly archive: readonly Archiving[] }

/** One update as data. A section that is null changes nothing: it was not there, or it was not valid. */
export type Update = {
  /** The whole new progress. */
  readonly progress: Progress | null
  readonly learnings: EntryChanges<NewLearning> | null
  readonly verbatim: EntryChanges<NewSnippet> | null
}

/** What is wrong in the text of an update, and where. */
export type UpdateProblem = Place & {
  /** The section that fails by it; null for a line that is in none. */
  readonly section: SectionId | null
  readonly message: string
  readonly help: string
}

/** When an entry was archived, and why. */
type ArchiveMark = { readonly at: string; readonly reason: string }

/** What every entry has, in the words of `state.yaml`; keys that are not known are kept. */
export type Entry = {
  /** `KL-1`, `VC-1` …: never used again, also not after archiving. */
  readonly id: string
  /** Why it was added. */
  readonly reason: string
  /** ISO 8601 */
  readonly added: string
  readonly archived?: ArchiveMark
}

/** Something that was learnt, on one line. */
export type Learning = Entry & { readonly insight: string }

/** A text that is kept byte for byte. */
export type Snippet = Entry & { readonly label: string; readonly snippet: string }

/**
 * What is remembered of one task, exactly as `state.yaml` holds it. A task starts with
 * `{ updated: null, current_progress: null, key_learnings: [], verbatim_context: [] }`.
 */
export type TaskState = {
  /** When the last update changed something, ISO 8601; null before the first. */
  readonly updated: string | null
  readonly current_progress: Progress | null
  readonly key_learnings: readonly Learning[]
  readonly verbatim_context: readonly Snippet[]
}

/** Something of an update that was not applied. */
export type Refusal = {
  readonly section: SectionId | null
  /** The id that is not known, or was archived before; null where it is not about an id. */
  readonly id: string | null
  readonly message: string
  readonly help: string
}
