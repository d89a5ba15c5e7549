import type { SeenMemory } from '../engine/seen-memory.ts'
import type { Left } from './hooks/step.ts'
import type { Done } from './write-changes.ts'

/** A setting of git that was made or taken away, and why, where its name does not say so. */
export type ConfigDone = { readonly key: string; readonly did: 'set' | 'unset'; readonly why?: string }

/** What a person does next; `run` is a command for a shell in the directory from which it was asked. */
export type Next = { readonly text: string; readonly run?: string }

/** What `init` or `uninstall` did, or would do. */
export type SetupResult = {
  /** What runs the hooks, for people; null when it does not matter. */
  readonly manager: string | null
  /** Nothing ran them before. */
  readonly isManagerNew: boolean
  /** What memkeep sees of the memory, and the same in words; null when it does not matter. */
  readonly memory: { readonly seen: SeenMemory['layouts']; readonly told: string } | null
  readonly files: readonly Done[]
  readonly config: readonly ConfigDone[]
  /** Folders in which husky's own files were written or removed. */
  readonly husky: readonly string[]
  /** What only a person can do. */
  readonly left: readonly Left[]
  /** What comes next, when everything went well. */
  readonly next: readonly Next[]
}

/** One run of `init` or `uninstall`. */
export type SetupOptions = {
  readonly cwd: string
  /** Where the shell is. */
  readonly from: string
  readonly dryRun: boolean
}
