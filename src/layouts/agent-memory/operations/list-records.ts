import { timestampOf } from '../../../core/date.ts'
import type { JsonObject } from '../../../core/json.ts'
import { closedObject, type Operation } from '../../../core/operation.ts'
import { compareText } from '../../../core/text.ts'
import {
  answerOf,
  DIAGNOSTICS,
  diagnosticsOf,
  FILTERS,
  integer,
  MEMORY_ROOT,
  STATUS,
  statusOf,
  typed,
} from '../store/answers.ts'
import { type KnownRecord, knownRecords, readFilters } from '../store/records.ts'

/** Lists records without their contents, the newest first: no text is read for it. */
export const listRecords: Operation = {
  name: 'memory_list',
  title: 'List memories',
  description: `Lists the records of this checkout's memory without their contents, the last changed first: what there is, not what matches. Use it to show a history or to see what a scope holds; use \`memory_find\` to search, and \`memory_get\` for one whole record.

Example: { "scope": "session", "limit": 20 }`,
  input: typed(
    'ListRecordsArguments',
    closedObject(
      [],
      { ...FILTERS, limit: integer('Most records of the answer. 50 when absent.', 1, { maximum: 1000 }) },
      'Which records.',
    ),
  ),
  output: typed(
    'ListedRecords',
    closedObject(
      ['items', 'total', 'omitted', 'diagnostics', 'status'],
      {
        items: {
          type: 'array',
          description: 'The records, the last changed first.',
          items: typed(
            'ListedRecord',
            closedObject(
              [
                'id',
                'scope',
                'kind',
                'summary',
                'path',
                'tags',
                'entities',
                'confidence',
                'created_at',
                'updated_at',
                'last_used_at',
              ],
              {
                id: { type: 'string', description: 'Its id.' },
                scope: { type: 'string', description: 'How long it is kept.' },
                kind: { type: 'string', description: 'What sort of memory it is.' },
                summary: { type: 'string', description: 'One line of it.' },
                path: { type: 'string', description: 'Its file.' },
                tags: { type: 'array', items: { type: 'string' }, description: 'Words to filter by.' },
                entities: { type: 'array', items: { type: 'string' }, description: 'What it is about.' },
                confidence: { type: 'number', description: 'How sure it is, from 0 to 1.' },
                created_at: { type: 'string', description: 'When it was written.' },
                updated_at: { type: 'string', description: 'When it was last changed.' },
                last_used_at: { type: ['string', 'null'], description: 'When it was last found.' },
              },
              'A record without its content.',
            ),
          ),
        },
        total: integer('How many records pass the filters.'),
        omitted: integer('How many of them are not listed.'),
        diagnostics: DIAGNOSTICS,
        ...STATUS,
      },
      'What there is.',
    ),
  ),
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: {
    name: 'memory list',
    summary: 'list records by scope, kind, tags and entities, the last changed first',
    examples: ['memkeep memory list --scope session --limit 20 --format json'],
    settings: MEMORY_ROOT,
  },
  wants: () => [],
  plan: ({ args, memory, outside }) => {
    const known = knownRecords(memory)
    const found = known.records.filter(readFilters(args)).sort(byChange)
    const limit = typeof args.limit === 'number' ? args.limit : MOST
    const items = found.slice(0, limit).map(listed)
    return answerOf({
      items,
      total: found.length,
      omitted: found.length - items.length,
      diagnostics: diagnosticsOf(known),
      ...statusOf(outside?.writeObstacle?.() ?? null),
    })
  },
}

const MOST = 50

function byChange(a: KnownRecord, b: KnownRecord): number {
  return (
    (timestampOf(b.facts.updated) ?? 0) - (timestampOf(a.facts.updated) ?? 0) ||
    compareText(a.id, b.id) ||
    compareText(a.path, b.path)
  )
}

function listed({ id, scope, kind, summary, path, tags, facts }: KnownRecord): JsonObject {
  const { entities, confidence, created, updated, used } = facts
  return {
    id,
    scope,
    kind,
    summary,
    path,
    tags,
    entities,
    confidence,
    created_at: created,
    updated_at: updated,
    last_used_at: used,
  }
}
