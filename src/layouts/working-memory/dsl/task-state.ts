import type { Progress } from './update.ts'

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
