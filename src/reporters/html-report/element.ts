import type { h } from 'hastscript'

/** A part of the page as a tree: it becomes text, and is escaped, in one place. */
export type Element = ReturnType<typeof h>
