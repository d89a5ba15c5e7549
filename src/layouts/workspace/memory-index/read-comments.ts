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
  const keyLines = [...keys.keys()].sort((a, b) => a - b)
  const alone = new Set<number>()
  for (const { start } of data.comments) if (isAlone(text, start)) alone.add(lineAt(starts, start))
  return data.comments.map(({ start, end }) => {
    const line = lineAt(starts, start)
    const own = alone.has(line) ? undefined : keys.get(line)
    const next = keyLines.find((one) => one > line)
    const isTop = alone.has(line) && next === keyLines[0] && isFollowedByBlank(text, starts, { line, alone })
    const below = next === undefined ? END : (keys.get(next) ?? END)
    return {
      anchor: own ?? (isTop && next !== undefined ? TOP : below),
      trailing: own !== undefined,
      text: text.slice(start, end).trimEnd(),
    }
  })
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

function isAlone(text: string, start: number): boolean {
  const before = text.slice(
    Math.max(text.lastIndexOf('\n', start - 1), text.lastIndexOf('\r', start - 1)) + 1,
    start,
  )
  return before.replace('\uFEFF', '').trim() === ''
}

function isFollowedByBlank(
  text: string,
  starts: LineStarts,
  { line, alone }: { line: number; alone: ReadonlySet<number> },
): boolean {
  let next = line + 1
  while (alone.has(next)) next += 1
  const start = starts[next - 1]
  return start !== undefined && text.slice(start, starts[next] ?? text.length).trim() === ''
}
