import type { Diagnostic } from './diagnostic.ts'

/** What a check looked at and found, in numbers. */
export type Summary = {
  readonly documents: number
  readonly items: number
  /** Items, and headings that look like items and are not read as such. */
  readonly headings: number
  readonly errors: number
  readonly warnings: number
  readonly infos: number
  /** Findings that `--fix` mended, and that are therefore not among the diagnostics. */
  readonly fixed: number
  /** Documents whose facts were known from an earlier run. */
  readonly cached: number
  readonly seconds: number
  /** Findings that the baseline file took out of the diagnostics; absent where there is no such file. */
  readonly known?: number
}

/** The outcome of a check, as plain data: the one input of every reporter, and the stable JSON of `check`. */
export type Report = {
  readonly version: 1
  /** In their total order. */
  readonly diagnostics: readonly Diagnostic[]
  readonly summary: Summary
}
