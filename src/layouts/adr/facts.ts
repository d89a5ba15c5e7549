import type { Document } from '../../core/document.ts'
import { isJsonObject } from '../../core/json.ts'
import type { Place } from '../../core/text.ts'

/** What a record says besides its text. */
export type RecordFacts = {
  /** The number in its title; null without one. */
  readonly titleNumber: number | null
  readonly title: Place
  /** The status as it is written, in lower case and without marks; null without one. */
  readonly status: string | null
  readonly statusPlace: Place
  /** Records that replace it, or that it replaces, as it says itself. */
  readonly supersededBy: readonly number[]
  readonly supersedes: readonly number[]
  /** Every record that it names. */
  readonly names: readonly number[]
  /** Its headings, labels and keys, in lower case: what records of one shape have in common. */
  readonly labels: readonly string[]
}

/** The facts of a document; null for one that could not be read. */
export function factsOf({ facts }: Document): RecordFacts | null {
  return isJsonObject(facts) ? (facts as unknown as RecordFacts) : null
}
