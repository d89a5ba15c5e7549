import type { Markdown } from '../../core/markdown.ts'
import { addTree } from './add-tree.ts'
import { type Lines, type Outline, sortOutline } from './outline.ts'
import type { Plan } from './plan-markdown.ts'
import { remarkTree } from './remark-tree.ts'
import type { Zone } from './scan.ts'

/** Closes whatever a zone left open, as the line that follows the zone does. */
const HEADING = '# end'

/** Finishes what a scan began: remark parses the rest. To be called once a plan. Throws what remark throws. */
export function parsePlan({ lines, outline, zones }: Plan): Markdown {
  for (const zone of zones) addZone(outline, zone, lines)
  if (zones.length > 0) sortOutline(outline)
  return { start: lines.from, ...outline }
}

function addZone(outline: Outline, { start, end, type }: Zone, lines: Lines): void {
  const isCut = type === 'block' && end < lines.text.length
  const tree = remarkTree(lines.text.slice(start, end) + (isCut ? HEADING : ''))
  if (isCut) tree.children.pop()
  addTree(outline, tree, { ...lines, base: start })
}
