import type { Markdown } from '../../core/markdown.ts'
import { lineStarts } from '../../core/place.ts'
import { addTree } from './add-tree.ts'
import { emptyOutline, finished } from './outline.ts'
import { remarkTree } from './remark-tree.ts'

/** `remark` gives the whole text to remark. */
export type Engine = 'auto' | 'remark'

/**
 * Parses the Markdown of a text (CommonMark) into its outline. `start` is the offset where Markdown begins: after a
 * byte order mark and front matter. Offsets and places of the result are those of the whole text. Throws what remark
 * throws, such as a RangeError on very deep nesting.
 */
export function parseMarkdown(text: string, start: number, _engine: Engine = 'auto'): Markdown {
  const lines = { text, starts: lineStarts(text) }
  const outline = emptyOutline()
  addTree(outline, remarkTree(text.slice(start)), { ...lines, base: start })
  return finished(outline, start)
}
