import type { Item, StatedDate } from '../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts'
import type { Reading, Source } from '../../core/source.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { normaliseTitle } from '../../formats/names.ts'
import { renderDetail } from './render-detail.ts'
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

/** How a list's rows become items: the title, what counts as the body, and the rest by field. */
const PROJECT_MODELS: {
  readonly [list in ListName]: {
    readonly kind: string
    readonly title: string
    readonly body: readonly string[]
    readonly fields: readonly string[]
  }
} = {
  decisions: {
    kind: 'decision',
    title: 'title',
    body: ['context', 'decision'],
    fields: ['consequences', 'iteration_id', 'created_at'],
  },
  patterns: {
    kind: 'pattern',
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
  return {
    items: LISTS.flatMap((list) => rowsOf(source, list).map((row) => projectItem(source, list, row))),
    dates: LISTS.flatMap((list): StatedDate[] => statedDates(source, rowsOf(source, list))),
    facts,
  }
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
  const { kind, title: titleField, body: parts, fields } = PROJECT_MODELS[list]
  const id = textIn(row, 'id')
  const title = textIn(row, titleField) ?? ''
  const body = parts.map((part) => textIn(row, part) ?? '').join('\n\n')
  return {
    kind,
    key: id || normaliseTitle(title),
    ...(id && { id }),
    title,
    place: placeAt(source, `${row.pointer}/id`),
    digest: digest(body),
    sketch: sketch(body),
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

const ITERATION_MODEL = ['stage', 'importance', 'resolved', 'created_at', 'resolved_at']

/** What can change in an insight, an issue or a learning; `other` are keys that their models do not have. */
export const ITERATION_FIELDS: readonly string[] = ['title', 'body', ...ITERATION_MODEL, 'other']

/** Characters of the content that make a title. */
const TITLE_LENGTH = 80

/** The insights, issues and learnings of an iteration as items. One without an id is known by its time and first line. */
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
  const title = [...(content.trimStart().split(/[\r\n]/, 1)[0] ?? '')].slice(0, TITLE_LENGTH).join('')
  const id = textIn(row, 'id')
  return {
    kind,
    key: id || `${textIn(row, 'created_at') ?? ''} ${normaliseTitle(title)}`,
    ...(id && { id }),
    title,
    place: placeAt(source, id ? `${row.pointer}/id` : row.pointer),
    digest: digest(content),
    sketch: sketch(content),
    fields: {
      ...Object.fromEntries(
        ITERATION_MODEL.map((field): [string, Json] => [field, sortedKeys(row.value[field] ?? null)]),
      ),
      other: otherFields(row, ['id', 'content', ...ITERATION_MODEL]),
    },
  }
}
