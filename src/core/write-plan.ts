/** What becomes of one path: new text, a symbolic link, or nothing. */
export type PlannedFile =
  /** `executable` is for a file that is new; one that is there keeps its mode. */
  | { readonly kind: 'text'; readonly text: string; readonly executable?: boolean }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'delete' }

/** The only form of a write: path → what it becomes. An empty plan means that nothing needs to be written. */
export type WritePlan = ReadonlyMap<string, PlannedFile>
