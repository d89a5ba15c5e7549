import type { Item, Memory } from '../../../core/document.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { lineEndOf, withBlock } from '../../../formats/line-end.ts'
import { editYaml, listItemText } from '../../../formats/yaml/edit-yaml.ts'
import { parseYaml } from '../../../formats/yaml/yaml.ts'
import { addedLines, archivedLine, diffText, shownSnippet } from '../dsl/apply-update.ts'
import { ENTRY_LISTS } from '../read-files.ts'
import { type KnownTask, taskFolder } from './known-task.ts'

/** A state that is not too long, and the file that archived entries were moved to. */
type SplitState = {
  readonly text: string
  readonly archive: { readonly path: string; readonly text: string } | null
  readonly notes: readonly string[]
}

/** An entry of a state by its list and number. */
type Row = {
  readonly list: string
  readonly index: number
  readonly id: string
  readonly archivedAt: string
  readonly bytes: number
}

/**
 * Moves the oldest archived entries of a long state into a file of their own, until half of what it may have is left. Entries that a
 * stopped move left in both are taken out of the state first, where they are equal. A text is the reason why it cannot be done.
 */
export function splitState(task: KnownTask, text: string, memory: Memory): SplitState | string {
  const twice = twiceKept(task)
  const isLong = bytesOf(text) > MOST_BYTES
  if (!isLong && twice.equal.size === 0) return { text, archive: null, notes: twice.notes }
  const rows = rowsOf(text)
  const double = rows.filter(({ id }) => twice.equal.has(id))
  const open = rows.filter(({ id }) => !twice.ids.has(id))
  const moved = isLong ? oldestArchived(open, bytesOf(text) - MOST_BYTES / 2) : []
  const gone = [...double, ...moved]
  if (gone.length === 0) return { text, archive: null, notes: twice.notes }
  const spliced = editYaml(
    text,
    gone.map(({ list, index }): DataChange => ({ at: [list, index], remove: true })),
  )
  if ('refused' in spliced) return spliced.refused
  if (moved.length === 0) return { text: spliced.text, archive: null, notes: twice.notes }
  const path = freePath(taskFolder(task.name, memory), 'archived', 'yaml', task.files)
  const archive = { path, text: archiveText(text, moved) }
  const note = `The state was long: ${moved.length} archived entries were moved to ${path}.`
  return { text: spliced.text, archive, notes: [...twice.notes, note] }
}

/** Ids of entries that are in the state and in a file of archived ones: equal ones, and notes on the others. */
function twiceKept({ items, moved }: KnownTask): {
  readonly ids: ReadonlySet<string>
  readonly equal: ReadonlySet<string>
  readonly notes: readonly string[]
} {
  const copies = new Map(moved.map((item) => [item.fields.id, item]))
  const twice = items.flatMap((item) => {
    const copy = copies.get(item.fields.id ?? '')
    return copy ? [{ id: String(item.fields.id), isEqual: isEqual(item, copy) }] : []
  })
  return {
    ids: new Set(twice.map(({ id }) => id)),
    equal: new Set(twice.flatMap(({ id, isEqual }) => (isEqual ? [id] : []))),
    notes: twice.flatMap(({ id, isEqual }) =>
      isEqual ? [] : [`${id} is in the state and among the archived entries, and differs: both were left.`],
    ),
  }
}

function isEqual(a: Item, b: Item): boolean {
  return (
    a.kind === b.kind &&
    a.key === b.key &&
    a.title === b.title &&
    JSON.stringify(a.fields) === JSON.stringify(b.fields)
  )
}

function rowsOf(text: string): Row[] {
  const value = parsedValue(text)
  return ENTRY_LISTS.flatMap(({ key }) => {
    const rows = isJsonObject(value) && Array.isArray(value[key]) ? (value[key] as readonly Json[]) : []
    return rows.flatMap((row, index): Row[] => {
      if (!isJsonObject(row)) return []
      const { id, archived } = row
      const at = isJsonObject(archived) && typeof archived.at === 'string' ? archived.at : ''
      return [{ list: key, index, id: String(id), archivedAt: at, bytes: bytesOf(JSON.stringify(row)) }]
    })
  })
}

function parsedValue(text: string): Json {
  const parsed = parseYaml(text)
  return 'data' in parsed ? parsed.data.value : null
}

/** The entries that were archived first, of so many bytes together. */
function oldestArchived(rows: readonly Row[], bytes: number): Row[] {
  const archived = rows.filter(({ archivedAt }) => archivedAt !== '')
  archived.sort((a, b) => Date.parse(a.archivedAt) - Date.parse(b.archivedAt))
  let left = bytes
  const taken = archived.filter((row) => {
    const isTaken = left > 0
    left -= row.bytes
    return isTaken
  })
  return taken.sort((a, b) => a.index - b.index)
}

/** The entries exactly as the state has them, where each has lines of its own. */
function archiveText(text: string, moved: readonly Row[]): string {
  const eol = lineEndOf(text)
  const value = parsedValue(text)
  return ENTRY_LISTS.map(({ key }) => {
    const indexes = moved.flatMap(({ list, index }) => (list === key ? [index] : []))
    if (indexes.length === 0) return `${key}: []${eol}`
    const lines = listItemText(text, [key], indexes)
    if (lines !== null) return `${key}:${eol}${lines}`
    const rows = isJsonObject(value) ? (value[key] as readonly Json[]) : []
    const made = editYaml(`${key}: []${eol}`, [{ at: [key], append: indexes.map((i) => rows[i] ?? null) }])
    return 'text' in made ? made.text : ''
  }).join('')
}

/** A log, and a state, of more bytes go on in another file. */
const MOST_BYTES = 512 * 1024

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
function freePath(folder: string, name: string, ending: string, files: ReadonlySet<string>): string {
  const pattern = `${folder}/${name}-`
  const numbers = [...files].flatMap((path) =>
    path.startsWith(pattern) ? Number.parseInt(path.slice(pattern.length), 10) || 0 : [],
  )
  const next = numbers.reduce((a, b) => Math.max(a, b), 0) + 1
  return `${pattern}${String(next).padStart(3, '0')}.${ending}`
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
