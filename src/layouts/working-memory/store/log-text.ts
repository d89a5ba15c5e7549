import type { Memory } from '../../../core/memory.ts'
import { withBlock } from '../../../formats/line-end.ts'
import { addedLines, archivedLine, diffText, shownSnippet } from '../dsl/apply-update.ts'
import { type KnownTask, taskFolder } from './known-task.ts'

/** A log, and a state, of more bytes go on in another file. */
export const MOST_BYTES = 512 * 1024

/** Ids of entries that the logs do not record, and the diff lines for them. */
export type Recovered = { readonly ids: readonly string[]; readonly lines: readonly string[] }

/** What a state has and its logs do not say: an update was stopped between the two, or a hand wrote the state. */
export function recoveredOf({ state, added, archived }: KnownTask): Recovered {
  const rows = [
    ...state.key_learnings.map((entry) => ({ entry, shown: [entry.insight] })),
    ...state.verbatim_context.map((entry) => ({ entry, shown: shownSnippet(entry) })),
  ]
  const found = rows.map(({ entry: { id, reason, archived: mark }, shown }) => ({
    id,
    lines: [
      ...(added.has(id) ? [] : addedLines(id, oneLine(reason), shown.map(withoutBreaks))),
      ...(!mark || archived.has(id) ? [] : [archivedLine({ id, reason: oneLine(mark.reason) })]),
    ],
  }))
  const lost = found.filter(({ lines }) => lines.length > 0)
  return { ids: lost.map(({ id }) => id), lines: lost.flatMap(({ lines }) => lines) }
}

/** A hand may have written a reason of several lines, or none. */
function oneLine(reason: string): string {
  return reason.replace(/\s+/g, ' ').trim() || 'no reason is known'
}

function withoutBreaks(line: string): string {
  return line.replace(/[\r\n]+/g, ' ')
}

/** What an update says in its log. */
export type LogBlocks = {
  readonly at: string
  readonly lines: readonly string[]
  readonly remarks: readonly string[]
  readonly recovered: Recovered
}

/** The log with the blocks of an update at its end, and its path: a long one goes on in another file. Null without any block. */
export function withLogBlocks(
  { name, log, files }: KnownTask,
  { at, lines, remarks, recovered }: LogBlocks,
  memory: Memory,
): { readonly path: string; readonly text: string } | null {
  const blocks = [
    ...(recovered.lines.length > 0 ? [diffText(`${at} recovered`, recovered.lines)] : []),
    ...(lines.length > 0 ? [diffText(at, lines, remarks)] : []),
  ].join('\n')
  if (blocks === '') return null
  const folder = taskFolder(name, memory)
  const isFull = log !== null && bytesOf(log.text) + bytesOf(blocks) > MOST_BYTES
  if (log && !isFull) return { path: log.path, text: withBlock(titled(log.text, name), blocks) }
  const path = log ? freePath(folder, 'log', 'md', files) : `${folder}/log.md`
  return { path, text: withBlock(titled('', name), blocks) }
}

/** A log starts with a heading. */
function titled(text: string, name: string): string {
  return /^\uFEFF?\s*$/.test(text) ? `${text}# Log of ${name}\n` : text
}

/** The next name of a series: `log-001.md`. */
export function freePath(folder: string, name: string, ending: string, files: ReadonlySet<string>): string {
  const pattern = `${folder}/${name}-`
  const numbers = [...files].flatMap((path) =>
    path.startsWith(pattern) ? Number.parseInt(path.slice(pattern.length), 10) || 0 : [],
  )
  const next = numbers.reduce((a, b) => Math.max(a, b), 0) + 1
  return `${pattern}${String(next).padStart(3, '0')}.${ending}`
}

export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
