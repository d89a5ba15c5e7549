import type { LoadUnit } from './loaded-text.ts'

/** What a vendor reads of what it loads, and how that is known. */
export type LoadLimit = {
  readonly most: number
  readonly unit: LoadUnit
  /** What is kept of a text that is too long: its beginning, or its beginning and its end in these shares of the limit. */
  readonly keeps: 'start' | { readonly start: number; readonly end: number }
  /**
   * `enforced`: the vendor cuts there. `withdrawn`: it did once, and its documents do not say so any more. `advice`: nothing is
   * cut.
   */
  readonly standing: 'enforced' | 'withdrawn' | 'advice'
  /** Where the number is from, for people. */
  readonly source: string
  /** When it was last looked up: `YYYY-MM`. */
  readonly asOf: string
}
