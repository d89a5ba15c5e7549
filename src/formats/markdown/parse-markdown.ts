import type { Markdown } from '../../core/markdown.ts'
import { addTree } from './add-tree.ts'
import { type Lines, type Outline, sortOutline } from './outline.ts'
import { planMarkdown } from './plan-markdown.ts'
import { remarkTree } from './remark-tree.ts'
import type { Zone } from './scan.ts'

/** `auto`: a line scan where it is sure, remark elsewhere; `remark`: remark for the whole text. Results are equal. */
export type Engine = 'auto' | 'remark'

/**
 * Parses the Markdown of a text (CommonMark) into its outline. `start` is the offset where Markdown begins: after a
 * byte order mark and front matter. Offsets and places of the result are those of the whole text. Throws what remark
 * throws, such as a RangeError on very deep nesting.
 */
export function parseMarkdown(text: string, start: number, engine: Engine = 'auto'): Markdown {
  const { lines, outline, zones } = planMarkdown(text, start, engine)
  for (const zone of zones) addZone(outline, zone, lines)
  if (zones.length > 0) sortOutline(outline)
  return { start, ...outline }
}

/** A heading closes whatever the zone left open, as the line that follows it does. */
const SENTINEL = '# end'

function addZone(outline: Outline, { start, end, type }: Zone, lines: Lines): void {
  const needsEnd = type === 'block' && end < lines.text.length
  const tree = remarkTree(lines.text.slice(start, end) + (needsEnd ? SENTINEL : ''))
  if (needsEnd) tree.children.pop()
  addTree(outline, tree, { ...lines, base: start })
}
