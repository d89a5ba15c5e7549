import type { Markdown, Range } from '../core/source.ts'
import { type LineStarts, lineAt } from '../core/text.ts'

/** A merge conflict that was never resolved: the range of its first line, and the number of its last. */
export type Conflict = Range & { readonly firstLine: number; readonly lastLine: number }

/** A line that may mark a conflict, of any length: the attribute `conflict-marker-size` asks git for longer ones. */
const MARKER = /^(?:(<{7,}|>{7,})(?: .*)?|(={7,}))[ \t\r]*$/gm

/** Git's own length. With a label behind it, such a line is found alone: nothing else looks like it. */
const LABELLED = /^(?:<{7}|>{7}) /
const LABELLED_LENGTH = 8

/** HTML whose text is shown or kept as it is; in any other HTML block a marker is a leftover. */
const VERBATIM_HTML = /^ {0,3}<(?:!--|pre|script|style|textarea)/i

/** An opening that waits for what belongs to it. */
type Open = { readonly range: Range; hasMiddle: boolean }

/**
 * Finds leftover conflicts: an opening, a middle and an end of one length, in this order; and of git's own length with a
 * label also an opening or an end alone. A conflict that starts inside a closed code block or comment is an example;
 * without parsed Markdown there are no examples. One that is inside another is a part of it.
 */
export function findConflicts(text: string, starts: LineStarts, markdown: Markdown | null): Conflict[] {
  const examples = markdown ? examplesIn(text, markdown) : []
  const conflicts: Conflict[] = []
  const open = new Map<number, Open>()
  const isExample = (range: Range): boolean =>
    examples.some(({ start, end }) => start <= range.start && range.start < end)
  const alone = ({ range }: { readonly range: Range }): void => {
    if (LABELLED.test(text.slice(range.start, range.start + LABELLED_LENGTH)))
      conflicts.push(conflict(range, range, starts))
  }
  for (const match of text.matchAll(MARKER)) {
    const [line, mark = match[2] ?? ''] = match
    const size = mark.length
    const range = { start: match.index, end: match.index + line.trimEnd().length }
    const opening = open.get(size)
    if (mark.startsWith('=')) {
      if (opening) opening.hasMiddle = true
    } else if (mark.startsWith('<')) {
      if (isExample(range)) continue
      if (opening) alone(opening)
      open.set(size, { range, hasMiddle: false })
    } else if (opening && (opening.hasMiddle || LABELLED.test(line))) {
      conflicts.push(conflict(opening.range, range, starts))
      open.delete(size)
    } else if (!isExample(range)) {
      alone({ range })
    }
  }
  for (const opening of open.values()) alone(opening)
  return outermost(conflicts)
}

function outermost(conflicts: readonly Conflict[]): Conflict[] {
  const sorted = [...conflicts].sort((a, b) => a.firstLine - b.firstLine || b.lastLine - a.lastLine)
  let last = 0
  return sorted.filter(({ lastLine }) => {
    if (lastLine <= last) return false
    last = lastLine
    return true
  })
}

function conflict(first: Range, last: Range, starts: LineStarts): Conflict {
  return { ...first, firstLine: lineAt(starts, first.start), lastLine: lineAt(starts, last.start) }
}

function examplesIn(text: string, markdown: Markdown): Range[] {
  return markdown.blocks.filter(
    (block) =>
      block.closed &&
      (block.type === 'fence' ||
        block.type === 'indented-code' ||
        (block.type === 'html' && VERBATIM_HTML.test(text.slice(block.start, block.end)))),
  )
}
