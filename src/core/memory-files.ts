/** A heading that stands where items are, and is read as none. */
export type UnreadHeading = { readonly line: number; readonly text: string }

/** A memory file as memkeep sees it. */
export type MemoryFile = {
  readonly path: string
  readonly layout: string
  readonly kind: string
  readonly items: number
  readonly unread: readonly UnreadHeading[]
  readonly lines: number
  /** Estimated. */
  readonly tokens: number
  /** Whether an agent has it in every conversation, or when it asks. */
  readonly loads: 'always' | 'on-demand'
}

/** A file that looks like memory, and that nothing reads. */
export type UnclaimedFile = { readonly path: string; readonly looksLike: string; readonly why: string }

/** Everything that memkeep sees, both in order of paths. */
export type MemoryFiles = {
  readonly version: 1
  readonly files: readonly MemoryFile[]
  readonly unclaimed: readonly UnclaimedFile[]
}
