import type { JsonObject } from './json.ts'
import type { Place } from './place.ts'

/** One remembered thing in a document: a decision, a lesson, a record, a task. */
export type Item = {
  /** What the item is, in words for people: `decision`, `lesson`. */
  readonly kind: string
  /** Identity over time among the items of its kind; for an entry its date and normalised title. */
  readonly key: string
  /** An id that must be unique in the memory, where the format has one. */
  readonly id?: string
  readonly title: string
  readonly place: Place
  /** Hash of the body with line ends normalised: equal digests are equal bodies. */
  readonly digest: string
  /** The smallest hashes of the body's word triples, ascending: what two bodies share tells an edit from a loss. */
  readonly sketch: readonly number[]
  /** Everything that was written beside the body: date, category, tags … */
  readonly fields: JsonObject
}
