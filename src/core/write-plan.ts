/** What becomes of one path: new text, a symbolic link, or nothing. */
export type PlannedFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'delete' }

/** The only form of a write: path → what it becomes. An empty plan means that nothing needs to be written. */
export type WritePlan = ReadonlyMap<string, PlannedFile>
