import type { Place } from '../../../core/place.ts'

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
