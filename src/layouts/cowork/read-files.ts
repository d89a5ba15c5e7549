import { type Document, type Item, type Memory, readStated, type StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject, textList } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import type { Place } from '../../core/text.ts'
import { bodyMarks } from '../../formats/hash.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { detailSections, renderDetail } from './render-detail.ts'
import {
  LISTS,
  type ListName,
  otherFields,
  type ProjectFacts,
  type ProjectRow,
  placeAt,
  type Row,
  readItemId,
  rootOf,
  rowsOf,
  sortedKeys,
  statedDates,
  textIn,
} from './rows.ts'

/** How a list's rows become items: the title, what counts as the body with what it says last, and the rest by field. */
export const PROJECT_MODELS: {
  readonly [list in ListName]: {
    readonly kind: 'decision' | 'pattern'
    readonly living: boolean
    readonly title: string
    readonly body: readonly string[]
    readonly fields: readonly string[]
  }
} = {
  decisions: {
    kind: 'decision',
    living: false,
    title: 'title',
    body: ['context', 'decision'],
    fields: ['consequences', 'iteration_id', 'created_at'],
  },
  patterns: {
    kind: 'pattern',
    living: true,
    title: 'name',
    body: ['description'],
    fields: ['usage', 'tags', 'code_example', 'iteration_id', 'created_at'],
  },
}

/** What can change in a decision or a pattern; `other` are keys that their models do not have. */
export const PROJECT_FIELDS: readonly string[] = [
  'title',
  'body',
  ...new Set(LISTS.flatMap((list) => PROJECT_MODELS[list].fields)),
  'other',
]

/** The decisions and patterns of `memory.json` as items, and what their detail files must say. */
export function readProjectMemory(source: Source): Reading {
  const root = rootOf(source)
  if (!root) return {}
  const facts: ProjectFacts = {
    decisions: isList(root, 'decisions') ? projectRows(source, 'decisions') : null,
    patterns: isList(root, 'patterns') ? projectRows(source, 'patterns') : null,
    context: contextNames(root.context),
  }
  const says = contextText(root.context)
  return {
    items: LISTS.flatMap((list) => rowsOf(source, list).map((row) => projectItem(source, list, row))),
    dates: LISTS.flatMap((list): StatedDate[] => statedDates(source, rowsOf(source, list))),
    facts,
    ...(says !== '' && {
      says: { title: 'Technical context', text: says, place: placeAt(source, '/context') },
    }),
  }
}

/** What the project is built with, as a person would write it. */
function contextText(context: Json | undefined): string {
  if (!isJsonObject(context)) return ''
  const { tech_stack: stack, architecture_style: style, key_dependencies: dependencies } = context
  const libraries = (Array.isArray(dependencies) ? dependencies : []).map((one: Json) => {
    const { name, version, purpose } = isJsonObject(one) ? one : {}
    return [[name, version].filter(isText).join(' '), purpose].filter(isText).join(': ')
  })
  return [textList(stack).join(', '), style, ...libraries].filter(isText).join('\n')
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== ''
}

/** The schema reports what is of another type than the model's. */
function contextNames(context: Json | undefined): string[] {
  if (!isJsonObject(context)) return []
  const { tech_stack: stack, architecture_style: style, key_dependencies: dependencies } = context
  const named = Array.isArray(dependencies)
    ? dependencies.map((one: Json) => (isJsonObject(one) ? (one.name ?? null) : null))
    : []
  const all: readonly Json[] = [...(Array.isArray(stack) ? stack : []), style ?? null, ...named]
  const byName = new Map<string, string>()
  for (const one of all) {
    const name = typeof one === 'string' ? one.trim() : ''
    if (name !== '' && !byName.has(name.toLowerCase())) byName.set(name.toLowerCase(), name)
  }
  return [...byName.values()]
}

/** A list that is absent is empty. */
function isList(root: JsonObject, list: ListName): boolean {
  return root[list] === undefined || Array.isArray(root[list])
}

function projectItem(source: Source, list: ListName, row: Row): Item {
  const { kind, living, title: titleField, body: parts, fields } = PROJECT_MODELS[list]
  const id = textIn(row, 'id')
  const title = textIn(row, titleField) ?? ''
  const body = parts.map((part) => textIn(row, part) ?? '').join('\n\n')
  return {
    kind,
    key: id || normaliseTitle(title),
    ...(id && { id }),
    title,
    place: placeAt(source, `${row.pointer}/id`),
    ...bodyMarks(body),
    ...readStated({ date: row.value.created_at, tags: row.value.tags }),
    ...(living && { living }),
    // A row that lacks a field has no detail file.
    says: {
      text: detailSections(renderDetail(list, row.value) ?? '') || body.trim(),
      place: placeAt(source, row.pointer),
    },
    fields: {
      ...Object.fromEntries(fields.map((field): [string, Json] => [field, fieldOf(row, field)])),
      other: otherFields(row, ['id', titleField, ...parts, ...fields]),
    },
  }
}

function fieldOf({ value }: Row, field: string): Json {
  return sortedKeys(value[field] ?? null)
}

function projectRows(source: Source, list: ListName): ProjectRow[] {
  return rowsOf(source, list).flatMap((row): ProjectRow[] => {
    const id = textIn(row, 'id')
    if (!id) return []
    const iteration = textIn(row, 'iteration_id')
    return [
      {
        id,
        place: placeAt(source, `${row.pointer}/id`),
        iteration:
          iteration === undefined
            ? null
            : { id: iteration, place: placeAt(source, `${row.pointer}/iteration_id`) },
        detail: readItemId(id)?.prefix === list.slice(0, 3) ? renderDetail(list, row.value) : null,
      },
    ]
  })
}

/** The lists of an iteration file, with the name of one of their items. */
export const ITERATION_LISTS = { insights: 'insight', issues: 'issue', learnings: 'learning' } as const

/** The names of a file's lists. */
export function listsOf({ kind }: Source): readonly string[] {
  return kind.id === 'project-memory' ? LISTS : Object.keys(ITERATION_LISTS)
}

const ITERATION_MODEL = ['stage', 'importance', 'resolved', 'created_at', 'resolved_at']

/** What can change in an insight, an issue or a learning; `other` are keys that their models do not have. */
export const ITERATION_FIELDS: readonly string[] = ['title', 'body', ...ITERATION_MODEL, 'other']

/** Characters of the content that make a title. */
const TITLE_LENGTH = 80

/** The insights, issues and learnings of an iteration as items, with their titles or their first lines. One without an id is known by its time and first line. */
export function readIterationMemory(source: Source): Reading {
  if (!rootOf(source)) return {}
  const lists = Object.entries(ITERATION_LISTS)
  return {
    items: lists.flatMap(([list, kind]) =>
      rowsOf(source, list).map((row) => iterationItem(source, kind, row)),
    ),
    dates: lists.flatMap(([list]) => statedDates(source, rowsOf(source, list))),
  }
}

function iterationItem(source: Source, kind: string, row: Row): Item {
  const content = textIn(row, 'content') ?? ''
  const first = content.trim().split(/[\r\n]/, 1)[0] ?? ''
  const start = [...first].slice(0, TITLE_LENGTH).join('')
  const shown = start === first ? first : `${start.replace(/\s+\S*$/, '')}…`
  const title = textIn(row, 'title')?.trim() || shown
  const id = textIn(row, 'id')
  return {
    kind,
    key: id || `${textIn(row, 'created_at') ?? ''} ${normaliseTitle(start)}`,
    ...(id && { id }),
    title,
    place: placeAt(source, id ? `${row.pointer}/id` : row.pointer),
    ...bodyMarks(content),
    ...readStated({ date: row.value.created_at }),
    ...(row.value.resolved !== true && { living: true }),
    says: {
      text: [...(content.trim() === title ? [] : [content.trim()]), marksOf(row)].filter(isText).join('\n\n'),
      place: placeAt(source, row.pointer),
    },
    fields: {
      ...Object.fromEntries(
        ITERATION_MODEL.map((field): [string, Json] => [field, sortedKeys(row.value[field] ?? null)]),
      ),
      other: otherFields(row, ['id', 'title', 'content', ...ITERATION_MODEL]),
    },
  }
}

/** How far an item is and how much it matters, on a line. */
function marksOf({ value: { stage, importance, resolved } }: Row): string {
  const state = typeof resolved === 'boolean' ? (resolved ? 'resolved' : 'open') : null
  return [stage, importance, state].filter((one) => isText(one ?? undefined)).join('; ')
}

/** Keys under which the session that runs now is named; the first one that holds a text counts. */
export const CURRENT_KEYS = [
  'current_session',
  'current_session_id',
  'current_iteration_id',
  'session_id',
  'iteration_id',
] as const

/** Keys under which the newest session is named, which may have been completed. */
export const LATEST_KEYS = ['latest_session', 'latest_session_id', 'latest_successful_session'] as const

const ENDED = new Set(['completed', 'failed', 'cancelled', 'canceled', 'aborted'])

/** What is known of `session.json`. */
export type SessionFacts = {
  readonly current: { readonly id: string; readonly place: Place } | null
  /** Every session that is named, in no order that matters. */
  readonly named: readonly string[]
  /** Sessions that its list says have not ended. */
  readonly active: readonly string[]
  /** Sessions that its list says are over: their iteration files were cleared. */
  readonly ended: readonly string[]
  /** It lists the sessions, so that one that is not named does not exist. */
  readonly isRegister: boolean
}

/** Reads `session.json`: which session runs, and which others are known. */
export function readSession(source: Source): Reading {
  const root = rootOf(source)
  if (!root) return {}
  const key = CURRENT_KEYS.find((name) => typeof root[name] === 'string' && root[name] !== '')
  const current = key && { id: String(root[key]), place: placeAt(source, `/${key}`) }
  const sessions = rowsOf(source, 'sessions').flatMap((row) => {
    const id = textIn(row, 'session_id') ?? textIn(row, 'id')
    const status = textIn(row, 'status') ?? ''
    const isEnded = ENDED.has(status) || textIn(row, 'completed_at') !== undefined
    return id === undefined ? [] : [{ id, isEnded, isActive: status !== '' && !isEnded }]
  })
  const single = [...CURRENT_KEYS, ...LATEST_KEYS].flatMap((name) => {
    const value = root[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
  const facts: SessionFacts = {
    current: current ?? null,
    named: [...new Set([...single, ...sessions.map(({ id }) => id)])],
    active: sessions.filter(({ isActive }) => isActive).map(({ id }) => id),
    ended: sessions.filter(({ isEnded }) => isEnded).map(({ id }) => id),
    isRegister: sessions.length > 0,
  }
  return { facts }
}

/** What `session.json` says; null without that file, or where it could not be read. */
export function sessionFacts({
  documents,
}: Memory): { readonly document: Document; readonly facts: SessionFacts } | null {
  const document = documents.find(({ kind }) => kind === 'cowork-session')
  if (!document?.complete || document.facts === null) return null
  return { document, facts: document.facts as SessionFacts }
}

/** What is known of `context.md`: its text as it is compared. */
type ContextFacts = { readonly words: string }

/** Reads the technical context in prose. */
export function readContext({ text, problems }: Source): Reading {
  if (problems.length > 0) return { facts: null }
  const facts: ContextFacts = { words: comparable(text) }
  return { facts }
}

/** True when the prose names something; null where it could not be read. */
export function namesIn({ facts, complete }: Document): ((name: string) => boolean) | null {
  const words = complete ? (facts as ContextFacts | null)?.words : undefined
  return words === undefined ? null : (name) => words.includes(comparable(name))
}

/** Case and line breaks say nothing. */
function comparable(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
}
