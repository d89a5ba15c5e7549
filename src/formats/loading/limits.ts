import type { LoadStanding, LoadUnit } from '../../core/loading.ts'

/** What a vendor reads of what it loads, and how that is known. */
export type LoadLimit = {
  readonly most: number
  readonly unit: LoadUnit
  /** What is kept of a text that is too long: its beginning, or its beginning and its end in these shares of the limit. */
  readonly keeps: 'start' | { readonly start: number; readonly end: number }
  readonly standing: LoadStanding
  /** Where the number is from, for people. */
  readonly source: string
  /** When it was last looked up: `YYYY-MM`. */
  readonly asOf: string
}
