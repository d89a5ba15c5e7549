import { isCalendarDate } from '../../core/date.ts'
import { type Item, readStated, type StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject, textList } from '../../core/json.ts'
import type { Data, Heading, Markdown, Range, Reading, Source } from '../../core/source.ts'
import { type LineStarts, lineAt, oncePer, type Place, placeOf } from '../../core/text.ts'
import { bodyMarks, digest, sketch } from '../../formats/hash.ts'
import { outline } from './dsl/outline.ts'
import { type ParsedUpdate, parseUpdate } from './dsl/parse-update.ts'
import type { IdAt, LogFacts, UpdateFacts } from './tasks.ts'

/** What can change in an entry, for settings to name. */
export const ENTRY_FIELDS: readonly string[] = ['title', 'body', 'reason', 'added', 'id', 'archived']

/** The entries of a state. Progress is no item: every update writes it anew. */
export function readState(source: Source): Reading {
  const entries = stateEntries(source)
  const says = taskText(source)
  return {
    items: entries.map(itemOf),
    dates: entries.flatMap((entry) => datesOf(entry, source)),
    ...(says !== '' && { says: { title: taskName(source.path), text: says, place: taskPlace(source) } }),
  }
}

function taskName(path: string): string {
  return path.split('/').at(-2) ?? ''
}

/** From what a task is about to how far it is. */
function taskPlace({ data, ...source }: Source): Place {
  const nodes = ['/task', '/current_progress'].flatMap((pointer) => data?.nodes.get(pointer) ?? [])
  const begin = Math.min(...nodes.map(({ key, value }) => (key ?? value).start))
  return placeOfText(source, begin, Math.max(...nodes.map(({ value }) => value.end)))
}

/** Where a value is without the blank lines below it, which the parser counts to it. */
function placeOfText(
  { text, starts }: { readonly text: string; readonly starts: LineStarts },
  start: number,
  end: number,
): Place {
  return placeOf(starts, start, start + text.slice(start, end).trimEnd().length)
}

/** What a task is about and how far it is, as a person would write it. */
function taskText({ data }: Source): string {
  const root = data?.value
  if (!isJsonObject(root)) return ''
  const { task, current_progress: progress } = root
  const lists = isJsonObject(progress)
    ? PROGRESS.flatMap((name) => {
        const bullets = textList(progress[name])
        return bullets.length > 0
          ? [[`${HEADINGS[name]}:`, ...bullets.map((one) => `- ${one}`)].join('\n')]
          : []
      })
    : []
  return [...(typeof task === 'string' && task.trim() !== '' ? [task.trim()] : []), ...lists].join('\n\n')
}

/** An entry is known by when it was added and by what it holds: two branches may give one number to two entries. */
function itemOf({ list, fields, place, whole }: StateEntry): Item {
  const added = textOf(fields, 'added') ?? ''
  const held = textOf(fields, list.holds) ?? ''
  const archived = markOf(fields.archived)
  // White space at the end belongs to a snippet, which JSON shows.
  const body = digest(JSON.stringify(held))
  return {
    kind: list.kind,
    key: `${added} ${body}`,
    title: textOf(fields, list.titled) ?? '',
    place,
    digest: body,
    sketch: sketch(held),
    says: { text: entryText(list.titled === list.holds ? '' : held, fields), place: whole },
    ...readStated({ date: added }),
    ...(archived !== null && { living: false }),
    fields: {
      id: textOf(fields, 'id') ?? null,
      reason: textOf(fields, 'reason') ?? null,
      added,
      archived,
    },
  }
}

/** The snippet of an entry, its id and why it is kept; an insight is its title. */
function entryText(held: string, fields: JsonObject): string {
  const reason = textOf(fields, 'reason') ?? ''
  const id = textOf(fields, 'id') ?? ''
  const { archived } = fields
  const why = isJsonObject(archived) ? (textOf(archived, 'reason') ?? '') : ''
  return [
    ...(held === '' ? [] : [held]),
    [id, ...(reason === '' ? [] : ['because', reason])].join(' ').trim(),
    ...(why === '' ? [] : [`Archived because ${why}`]),
  ].join('\n\n')
}

/** The time and reason of archiving, whatever the order of keys; keys that are not known do not count. */
function markOf(archived: Json | undefined): Json {
  if (!isJsonObject(archived)) return archived ?? null
  return [archived.at ?? null, archived.reason ?? null]
}

function datesOf({ fields, pointer }: StateEntry, { data, starts }: Source): StatedDate[] {
  const { archived } = fields
  const times = [
    { field: 'added', what: 'time of adding', time: fields.added },
    {
      field: 'archived/at',
      what: 'time of archiving',
      time: isJsonObject(archived) ? archived.at : undefined,
    },
  ]
  return times.flatMap(({ field, what, time }) => {
    const date = typeof time === 'string' ? time.slice(0, 'YYYY-MM-DD'.length) : ''
    return data && isCalendarDate(date)
      ? [{ date, what, place: placeIn(data, pointer, { starts, field }) }]
      : []
  })
}

/** The lists of the progress of a state. */
export const PROGRESS = ['completed', 'in_progress', 'remaining'] as const

const HEADINGS = { completed: 'Completed', in_progress: 'In progress', remaining: 'Remaining' } as const

/** The two lists of entries of a state. */
export const ENTRY_LISTS = [
  { key: 'key_learnings', prefix: 'KL', kind: 'learning', titled: 'insight', holds: 'insight' },
  { key: 'verbatim_context', prefix: 'VC', kind: 'snippet', titled: 'label', holds: 'snippet' },
] as const

/** An entry as `state.yaml` has it, of whatever shape its fields are. */
export type StateEntry = {
  readonly list: (typeof ENTRY_LISTS)[number]
  readonly fields: JsonObject
  /** JSON pointer of the entry. */
  readonly pointer: string
  /** The line of its id, or its first one. */
  readonly place: Place
  /** Where all of it is. */
  readonly whole: Place
}

/** The entries of a state in source order; what is no map is left out. */
export function stateEntries({ data, starts, text }: Source): StateEntry[] {
  const root = data?.value
  if (!data || !isJsonObject(root)) return []
  return ENTRY_LISTS.flatMap((list) => {
    const rows = root[list.key]
    if (!Array.isArray(rows)) return []
    return rows.flatMap((fields, i) => {
      const pointer = `/${list.key}/${i}`
      if (!isJsonObject(fields)) return []
      const place = placeIn(data, pointer, { starts, field: 'id' })
      const { start, end } = data.nodes.get(pointer)?.value ?? { start: 0, end: 0 }
      const whole = placeOfText({ text, starts }, start, end)
      return [{ list, fields, pointer, place, whole }]
    })
  })
}

/** Where a field of an entry is; its first line when it is not there. */
export function placeIn(
  { nodes }: Data,
  pointer: string,
  { starts, field }: { readonly starts: Source['starts']; readonly field: string },
): Place {
  const node = nodes.get(`${pointer}/${field}`)
  if (node) return placeOf(starts, node.value.start, node.value.end)
  const start = nodes.get(pointer)?.value.start ?? 0
  return placeOf(starts, start, start)
}

/** A field that is text; undefined for anything else. */
export function textOf(fields: JsonObject, name: string): string | undefined {
  const value = fields[name]
  return typeof value === 'string' ? value : undefined
}

/** The update that a file holds, parsed once per source. */
export const updateOf = oncePer(({ text }: Source): ParsedUpdate => parseUpdate(text))

/** The ids that an update would archive, and where each is: behind the dash of its bullet. */
export function readUpdate(source: Source): Reading {
  const { learnings, verbatim } = updateOf(source).update
  const asked = new Set([...(learnings?.archive ?? []), ...(verbatim?.archive ?? [])].map(({ id }) => id))
  const facts: UpdateFacts = { archive: asked.size > 0 ? placesOf(source, asked) : [] }
  return { facts }
}

/** Ids of sections that are not valid are left out: nothing of those is applied. */
function placesOf({ text, starts }: Source, asked: ReadonlySet<string>): IdAt[] {
  const lists = outline(text).sections.flatMap(({ lists }) => lists.filter(({ name }) => name === 'ARCHIVE'))
  return lists
    .flatMap(({ bullets }) => bullets)
    .flatMap(({ start, end }) => {
      const behindDash = text.slice(start, end).trimStart()
      const [id = ''] = /^[^ \t]*/.exec(behindDash) ?? []
      const from = end - behindDash.length
      return asked.has(id) ? [{ id, place: placeOf(starts, from, from + id.length) }] : []
    })
}

/** What can change in an update of a log, for settings to name. */
export const LOG_FIELDS: readonly string[] = ['title', 'body']

const NUMBER = /^([+-] (?:KL|VC)-)\d+(?= because )/gm

/** A line of a diff that adds or archives an entry. */
const CHANGE = /^([+-]) ((?:KL|VC)-[1-9]\d{0,14}) because /

/** The line of an update that says which text was applied: no line of a diff starts so. */
const TEXT = /^text: ([0-9a-f]{24})\r?$/gm

/** The updates of a log as items, one for each heading of depth 2, and the ids that their diffs add and archive. */
export function readLog({ text, markdown, starts }: Source): Reading {
  if (!markdown) return {}
  return { items: updatesOf(text, markdown), facts: idsOf(text, markdown, starts) }
}

function updatesOf(text: string, { headings }: Markdown): Item[] {
  const updates = headings.filter(({ depth, topLevel }) => depth === 2 && topLevel)
  return updates.map((heading, i) => sectionItem(heading, text.slice(heading.end, updates[i + 1]?.start)))
}

function sectionItem({ text: title, place }: Heading, body: string): Item {
  // Blank lines around an update come and go with the one below it, and a merge may have to give an entry another number.
  const held = body.trim().replace(NUMBER, '$1')
  return {
    kind: 'update',
    key: title,
    title,
    place,
    ...bodyMarks(held),
    ...readStated({ date: title }),
    fields: {},
  }
}

/** Only a fenced block holds a diff. */
function idsOf(text: string, { blocks }: Markdown, starts: LineStarts): LogFacts {
  const changes = blocks
    .filter(({ type }) => type === 'fence')
    .flatMap((block) => changesIn(text, block, starts))
  const of = (sign: string): IdAt[] =>
    changes.flatMap((one) => (one.sign === sign ? [{ id: one.id, place: one.place }] : []))
  return { added: of('+'), archived: of('-'), texts: [...text.matchAll(TEXT)].map(([, found = '']) => found) }
}

function changesIn(
  text: string,
  { start, end }: Range,
  starts: LineStarts,
): (IdAt & { readonly sign: string })[] {
  const found: (IdAt & { readonly sign: string })[] = []
  for (let line = lineAt(starts, start); (starts[line - 1] ?? end) < end; line += 1) {
    const from = starts[line - 1] ?? end
    const [all, sign, id] = CHANGE.exec(text.slice(from, Math.min(starts[line] ?? end, from + 40))) ?? []
    if (all === undefined || sign === undefined || id === undefined) continue
    found.push({ sign, id, place: placeOf(starts, from + 2, from + 2 + id.length) })
  }
  return found
}
