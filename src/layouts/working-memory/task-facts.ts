import type { Document } from '../../core/document.ts'
import type { Place } from '../../core/place.ts'

/** An id and where it stands. */
export type IdAt = { readonly id: string; readonly place: Place }

/** What the diffs of a log say. */
export type LogFacts = { readonly added: readonly IdAt[]; readonly archived: readonly IdAt[] }

/** Which entries an update would archive. */
export type UpdateFacts = { readonly archive: readonly IdAt[] }

/** What is known of a log; null for any other file, and where it could not be read. */
export function logFactsOf({ kind, facts }: Document): LogFacts | null {
  return kind === 'task-log' ? (facts as LogFacts | null) : null
}

/** What is known of an update; null for any other file, and where it could not be read. */
export function updateFactsOf({ kind, facts }: Document): UpdateFacts | null {
  return kind === 'task-update' ? (facts as UpdateFacts | null) : null
}
