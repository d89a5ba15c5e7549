import type { Markdown, Range } from '../core/markdown.ts'
import { type LineStarts, lineAt } from '../core/place.ts'

/** A merge conflict that was never resolved: the range of its first line, and the number of its last. */
export type Conflict = Range & { readonly firstLine: number; readonly lastLine: number }

/** A line that only a conflict has. `=======` and `|||||||` alone can be a heading's underline or a table. */
const MARKER = /^(<{7}|>{7}) .*$/gm

/** HTML whose text is shown or kept as it is; in any other HTML block a marker is a leftover. */
const VERBATIM_HTML = /^ {0,3}<(?:!--|pre|script|style|textarea)/i

/**
 * Finds leftover conflicts: from `<<<<<<< ` to the next `>>>>>>> `, or either of them alone. A conflict that starts
 * inside a closed code block or comment is an example; without parsed Markdown there are no examples.
 */
export function findConflicts(text: string, starts: LineStarts, markdown: Markdown | null): Conflict[] {
  const examples = markdown ? examplesIn(text, markdown) : []
  const conflicts: Conflict[] = []
  let open: Range | undefined
  for (const match of text.matchAll(MARKER)) {
    const range = { start: match.index, end: match.index + match[0].trimEnd().length }
    const isExample = examples.some(({ start, end }) => start <= range.start && range.start < end)
    if (match[1]?.startsWith('<')) {
      if (isExample) continue
      if (open) conflicts.push(conflict(open, open, starts))
      open = range
    } else if (open || !isExample) {
      conflicts.push(conflict(open ?? range, range, starts))
      open = undefined
    }
  }
  return open ? [...conflicts, conflict(open, open, starts)] : conflicts
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
