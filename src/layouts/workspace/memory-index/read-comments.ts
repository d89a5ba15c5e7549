import { type LineStarts, lineAt } from '../../../core/place.ts'
import type { Data, DataNode, Source } from '../../../core/source.ts'
import { END, type IndexComment, TOP } from './index-facts.ts'

/**
 * Finds every comment and the key it belongs to: the key on its line, or the next key below it. A block at the top
 * of the file with a blank line below it belongs to the file.
 */
export function readComments(
  { text, starts }: Source,
  data: Data,
  names: ReadonlyMap<string, string>,
): IndexComment[] {
  const keys = keysByLine(data, starts, names)
  const keyLines = [...keys.keys()].sort((a, b) => b - a)
  const first = keyLines.at(-1) ?? Number.POSITIVE_INFINITY
  const found: IndexComment[] = []
  let at = 0
  let below = END
  // From the end, so that each comment knows what stands below it: a header may be thousands of lines long.
  for (const { start, end } of [...data.comments].reverse()) {
    const line = lineAt(starts, start)
    for (let key = keyLines[at]; key !== undefined && key > line; key = keyLines[at]) {
      below = keys.get(key) ?? END
      at += 1
    }
    const own = isBlank(text, starts[line - 1] ?? 0, start) ? undefined : keys.get(line)
    if (own === undefined && line < first && isBlankLine(text, starts, line + 1)) below = TOP
    found.push({
      anchor: own ?? below,
      trailing: own !== undefined,
      text: text.slice(start, end).trimEnd(),
    })
  }
  return found.reverse()
}

/** The outermost key or row that starts on each line. */
function keysByLine(
  { nodes }: Data,
  starts: LineStarts,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<number, string> {
  const first = new Map<number, DataNode>()
  for (const node of nodes.values()) {
    if (node.pointer === '') continue
    const line = lineAt(starts, startOf(node))
    const other = first.get(line)
    if (!other || isBefore(node, other)) first.set(line, node)
  }
  return new Map([...first].map(([line, { pointer }]) => [line, named(pointer, names)]))
}

function isBefore(a: DataNode, b: DataNode): boolean {
  return startOf(a) === startOf(b) ? a.pointer.length < b.pointer.length : startOf(a) < startOf(b)
}

function startOf({ key, value }: DataNode): number {
  return key?.start ?? value.start
}

/** `/tags/3/count` → `/tags/pnpm/count`: rows move, their names stay. */
function named(pointer: string, names: ReadonlyMap<string, string>): string {
  const [row, rest = ''] = /^(\/[^/]*\/[^/]*)(.*)$/s.exec(pointer)?.slice(1) ?? [pointer]
  return `${names.get(row ?? pointer) ?? row}${rest}`
}

function isBlank(text: string, start: number, end: number): boolean {
  return text.slice(start, end).replace('\uFEFF', '').trim() === ''
}

function isBlankLine(text: string, starts: LineStarts, line: number): boolean {
  const start = starts[line - 1]
  return start !== undefined && isBlank(text, start, starts[line] ?? text.length)
}
