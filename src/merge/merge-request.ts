import type { Sides } from '../formats/merge/merge-sequences.ts'

/** What git asks of a merge driver. */
export type MergeRequest = {
  /** The top of the work tree, where git runs drivers. */
  readonly cwd: string
  /** Git's temporary files with the three versions; the result goes into ours. */
  readonly files: Sides<string>
  /** Where the result will lie in the repository. */
  readonly path: string
  /** How many signs make a conflict's mark. */
  readonly markSize: number
  readonly config?: string | undefined
  /** The environment that git gave: it names the commit that is merged. */
  readonly env: { readonly [name: string]: string | undefined }
}

/** The bytes of the three versions. */
export type Contents = Sides<Buffer>

/** A merged file, how many conflicts are left in it, and what people should be told. */
export type MergeOutcome = {
  readonly bytes: Uint8Array
  readonly conflicts: number
  readonly notes: readonly string[]
}
