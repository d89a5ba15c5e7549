import type { Item } from '../../core/item.ts'
import type { Json } from '../../core/json.ts'
import type { Reading } from '../../core/kind.ts'
import type { Source } from '../../core/source.ts'
import { digest, sketch } from '../../formats/hash.ts'
import { normaliseTitle } from '../../formats/normalise-title.ts'
import { otherFields, placeAt, type Row, rootOf, rowsOf, sortedKeys, textIn } from './rows.ts'
import { statedDates } from './stated-dates.ts'

/** The lists of an iteration file, with the name of one of their items. */
export const ITERATION_LISTS = { insights: 'insight', issues: 'issue', learnings: 'learning' } as const

const FIELDS = ['stage', 'importance', 'resolved', 'created_at', 'resolved_at']

/** What can change in an insight, an issue or a learning; `other` are keys that their models do not have. */
export const ITERATION_FIELDS: readonly string[] = ['title', 'body', ...FIELDS, 'other']

/** Characters of the content that make a title. */
const TITLE_LENGTH = 80

/** The insights, issues and learnings of an iteration as items. One without an id is known by its time and first line. */
export function readIterationMemory(source: Source): Reading {
  if (!rootOf(source)) return {}
  const lists = Object.entries(ITERATION_LISTS)
  return {
    items: lists.flatMap(([list, kind]) => rowsOf(source, list).map((row) => itemOf(source, kind, row))),
    dates: lists.flatMap(([list]) => statedDates(source, rowsOf(source, list))),
  }
}

function itemOf(source: Source, kind: string, row: Row): Item {
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
        FIELDS.map((field): [string, Json] => [field, sortedKeys(row.value[field] ?? null)]),
      ),
      other: otherFields(row, ['id', 'content', ...FIELDS]),
    },
  }
}
