/**
 * Why something could go: a manifest holds the scripts or the dependencies, the repository holds the tree, a configuration
 * enforces the rule, the agent loads it at another place as well, or it is a note about finished work.
 */
export type TrimKind = 'scripts' | 'tree' | 'dependencies' | 'enforced' | 'repeated' | 'finished'

/** Lines from the first to the last one. */
export type LineRange = readonly [first: number, last: number]

/** Something that could go from a file that agents load. Every text is untrusted. */
export type Trim = {
  readonly path: string
  readonly line: number
  readonly kind: TrimKind
  /** The lines that would go, in order. */
  readonly ranges: readonly LineRange[]
  /** How many scripts, paths, packages, rules or statements they name; 0 where none are counted. */
  readonly count: number
  /** Where the truth is: paths, with a line where it is in a text. Git's history when empty; an empty path is the whole repository. */
  readonly truth: readonly string[]
  /** Estimated: what each of the agents saves in each session. */
  readonly tokens: number
  /** Those that load the file at the start of each session. */
  readonly agents: readonly string[]
}

/** What could go from what agents load at start: the outcome of `memkeep report --trim`. */
export type TrimReport = {
  readonly version: 1
  /** The repository's folder name; untrusted. */
  readonly name: string
  /** By agent: tokens that it loads at start, and those of them that could go. */
  readonly agents: readonly { readonly agent: string; readonly tokens: number; readonly saves: number }[]
  /** What saves most comes first. */
  readonly trims: readonly Trim[]
}
