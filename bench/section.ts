import type { Installed } from './peers/peers.ts'
import type { Result } from './rounds.ts'
import type { Row } from './row.ts'

/** What a bench measures with and on. */
export type Setting = {
  /** The command's file, absolute. */
  readonly bin: string
  /** Of the corpus: `M`, or `M-unclean`. */
  readonly size: string
  /** Whether a check of the corpus finds errors. */
  readonly isUnclean: boolean
  readonly seed: number
  /** A repository with the generated memory; a bench leaves it as it was. */
  readonly corpus: string
  /** How many bytes the memory has. */
  readonly bytes: number
  /** An empty folder for other files that the bench needs. */
  readonly scratch: string
  readonly peers: Installed
  readonly limitMs: number
  readonly rounds: number
  /** Measures rows side by side. */
  readonly measure: (rows: readonly Row[]) => Promise<Result[]>
}

/** Something counted rather than timed. */
export type Fact = {
  readonly id: string
  readonly label: string
  /** Null where it cannot be known. */
  readonly value: number | null
  readonly unit: '' | '%' | 'MB'
}

/** What a bench found out. */
export type Findings = {
  readonly results: readonly Result[]
  readonly facts?: readonly Fact[]
  /** True when the bench broke off. */
  readonly hasFailed?: true
  /** Sentences below the table. */
  readonly notes?: readonly string[]
  /** Further Markdown below them. */
  readonly more?: string
}

/** Findings, whose, and those of another build that was measured with them. */
export type Section = Findings & {
  readonly bench: string
  readonly size: string
  readonly against?: Findings
}
