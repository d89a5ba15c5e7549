import type { Row } from '../row.ts'

/** A tool that is compared with ours. */
export type Peer = {
  readonly name: string
  /** Which benches it is part of. */
  readonly benches: readonly string[]
  /** Installs it into a separate folder. Throws when that fails. */
  readonly install: (folder: string) => Promise<Tool>
}

/** An installed peer, and what can be measured of it. */
export type Tool = {
  readonly name: string
  readonly version: string
  /** Its checks of a whole corpus. */
  readonly checks?: (corpus: string) => readonly Row[]
  /** True when it takes minutes for a corpus of size L. */
  readonly isSlow?: true
  /** The program that checks the files whose names follow. */
  readonly lint?: readonly string[]
  /** Installs a pre-commit hook that runs `true` into a repository, and gives its text and its environment. */
  readonly hook?: (repository: string) => Hook
  /** The program that runs others on staged files, as its `--config` says. */
  readonly staged?: readonly string[]
}

/** A hook's text, and its environment. */
export type Hook = { readonly text: string; readonly env?: { readonly [name: string]: string } }
