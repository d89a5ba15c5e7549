import type { Line } from './line.ts'
import { isBlank, lineOf } from './line.ts'
import { isBreak, itemMarkLength, type LineKind, lineKind } from './line-kind.ts'
import { addOutline, emptyOutline, located, type Outline, taskBoxAt } from './outline.ts'
import { isPlain, type Scan, type Zone } from './scan.ts'
import { scanDoubt } from './scan-doubt.ts'
import { fenceEnd } from './scan-fence.ts'
import { headingAt } from './scan-heading.ts'

/** An open list item: the character that tells its list from others, and the column where its content starts. */
type Level = { readonly mark: string; readonly content: number }

/** A list in progress. */
type List = {
  readonly scan: Scan
  readonly outline: Outline
  readonly zones: Zone[]
  /** Open items, outermost first. */
  readonly levels: Level[]
  /** The open paragraph of the innermost item. */
  paragraph: { readonly start: number; end: number } | null
  /** Where the last line that is not blank ends. */
  end: number
}

/** What a line means to a list: the index to go on with, the end of the list, or more than a scan can tell. */
type Step = number | 'end' | 'doubt'

/** Reads the list that starts at the top level in the line `first`; gives the index of the line after it. */
export function scanList(scan: Scan, first: number): number {
  const start = lineOf(scan, first)?.at ?? 0
  const list: List = {
    scan,
    outline: emptyOutline(),
    zones: [],
    levels: [],
    paragraph: null,
    end: start,
  }
  let index = first
  for (let step = stepOf(list, index); step !== 'end'; step = stepOf(list, index)) {
    if (step === 'doubt') return scanDoubt(scan, first)
    index = step
  }
  closeParagraph(list)
  scan.outline.blocks.push({ ...located({ start, end: list.end }, scan), type: 'list', closed: true })
  addOutline(scan.outline, list.outline)
  scan.zones.push(...list.zones)
  return index
}

function stepOf(list: List, index: number): Step {
  const line = lineOf(list.scan, index)
  if (!line) return 'end'
  if (isBlank(line)) {
    closeParagraph(list)
    return index + 1
  }
  const depth = depthOf(list.levels, line.indent)
  const isDeep = line.indent - (list.levels[depth - 1]?.content ?? 0) > 3
  const kind = isDeep ? 'deep' : lineKind(list.scan.text, line)
  const step = kind === 'item' ? item(list, line, index, depth) : block(list, line, { kind, index, depth })
  if (typeof step === 'number') list.end = Math.max(list.end, lineOf(list.scan, step - 1)?.end ?? 0)
  return step
}

/** How many of the open items a line with this indent stands in. */
function depthOf(levels: readonly Level[], indent: number): number {
  let depth = 0
  while (depth < levels.length && indent >= (levels[depth]?.content ?? 0)) depth++
  return depth
}

type Setting = { readonly kind: LineKind | 'deep'; readonly index: number; readonly depth: number }

function block(list: List, line: Line, { kind, index, depth }: Setting): Step {
  const { text } = list.scan
  if (kind === 'text' || kind === 'deep') return paragraph(list, line, { kind, index, depth })
  if (depth > 0) {
    closeParagraphUnless(list, kind)
    list.levels.length = depth
    return content(list, line, { kind, index, depth })
  }
  if (kind === 'underline') return isBreak(text, line) ? 'end' : 'doubt'
  return kind === 'other' && list.paragraph ? 'doubt' : 'end'
}
