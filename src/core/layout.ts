import type { JsonObject } from './json.ts'
import type { Kind } from './kind.ts'
import type { Memory } from './memory.ts'
import type { Found, Rule } from './rule.ts'
import type { Settings } from './settings.ts'
import type { FileMode } from './snapshot.ts'
import type { WritePlan } from './write-plan.ts'

/** A layout's claim to a path: this file is of this kind, in this scope. */
export type Claim = { readonly kind: string; readonly scope: string }

/** What a rebuild of the derived files would do. */
export type Derivation = {
  /** Holds only the files that differ. */
  readonly plan: WritePlan
  /** One finding per file of the plan: where it differs and how. Reported as `derived-fresh`. */
  readonly stale: readonly { readonly path: string; readonly found: Found }[]
  /** Paths whose present content is unreadable and is replaced by the plan. */
  readonly replacesUnreadable: readonly string[]
}

/** A way of keeping memory. */
export type Layout = {
  readonly id: string
  readonly summary: string
  readonly kinds: readonly Kind[]
  readonly rules: readonly Rule[]
  /** JSON Schemas of the layout's own top-level settings, each with its `default`. */
  readonly settings: { readonly [key: string]: JsonObject }
  /** Directories under which its files lie, relative to the repository root. */
  readonly roots: (settings: Settings) => readonly string[]
  /** Says whose a path is; null when it is not this layout's. Looks at nothing but the path, the mode and the settings. */
  readonly claim: (path: string, mode: FileMode, settings: Settings) => Claim | null
  /**
   * The part of the memory that a path below the roots belongs to, such as a workspace: no rule compares documents of
   * two parts, and no derived file is derived from two. A layout without it is one part.
   */
  readonly partOf?: (path: string, settings: Settings) => string
  /**
   * What git cannot merge as text: patterns of `.gitattributes`, relative to the repository root, for the files of
   * kinds that say how they are merged. None when absent.
   */
  readonly mergePatterns?: (settings: Settings) => readonly string[]
  /** Rebuilds every derived file, purely. */
  readonly derive: (memory: Memory) => Derivation
}
