import type { Item } from '../../../core/document.ts'
import { isJsonObject, type Json } from '../../../core/json.ts'
import type { Memory } from '../../../core/memory.ts'
import { lineStarts } from '../../../core/text.ts'
import { lineEndOf } from '../../../formats/line-end.ts'
import { parseYaml } from '../../../formats/yaml/yaml.ts'
import { listItemText, spliceYaml, type YamlSplice } from '../../../formats/yaml/yaml-splices.ts'
import { ENTRY_LISTS } from '../read-state.ts'
import { type KnownTask, taskFolder } from './known-task.ts'
import { bytesOf, freePath, MOST_BYTES } from './log-text.ts'

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
  const spliced = spliceYaml(
    text,
    gone.map(({ list, index }): YamlSplice => ({ at: [list, index], remove: true })),
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
  const parsed = parseYaml(text, { start: 0, end: text.length }, lineStarts(text))
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
    const made = spliceYaml(`${key}: []${eol}`, [{ at: [key], append: indexes.map((i) => rows[i] ?? null) }])
    return 'text' in made ? made.text : ''
  }).join('')
}
