import { defineOperation } from '../../../core/operation.ts'
import {
  closedObject,
  count,
  integer,
  list,
  number,
  orNull,
  text,
  typed,
  type ValueOf,
} from '../../../core/schema.ts'
import { answerOf } from '../../../stores/answer.ts'
import { DIAGNOSTICS, diagnosticsOf, MEMORY_ROOT, STATUS, statusOf } from '../store/answers.ts'
import { FILTERS, readFilters } from '../store/filters.ts'
import { byChange, type KnownRecord, knownRecords } from '../store/records.ts'

const LISTED = typed(
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
      id: text('Its id.'),
      scope: text('How long it is kept.'),
      kind: text('What sort of memory it is.'),
      summary: text('One line of it.'),
      path: text('Its file.'),
      tags: list(text(), 'Words to filter by.'),
      entities: list(text(), 'What it is about.'),
      confidence: number('How sure it is, from 0 to 1.'),
      created_at: text('When it was written.'),
      updated_at: text('When it was last changed.'),
      last_used_at: orNull(text('When it was last found.')),
    },
    'A record without its content.',
  ),
)

/** Lists records without their contents, the newest first: no text is read for it. */
export const listRecords = defineOperation({
  name: 'memory_list',
  title: 'List memories',
  description: `Lists the records of this checkout's memory without their contents, the last changed first: what there is, not what matches. Use it to show a history or to see what a scope holds; use \`memory_find\` to search, and \`memory_get\` for one whole record.

Example: { "scope": "session", "limit": 20 }`,
  input: typed(
    'ListRecordsArguments',
    closedObject(
      [],
      {
        ...FILTERS,
        limit: integer('Most records of the answer. 50 when absent.', { minimum: 1, maximum: 1000 }),
      },
      'Which records.',
    ),
  ),
  output: typed(
    'ListedRecords',
    closedObject(
      ['items', 'total', 'omitted', 'diagnostics', 'status'],
      {
        items: list(LISTED, 'The records, the last changed first.'),
        total: count('How many records pass the filters.'),
        omitted: count('How many of them are not listed.'),
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
    const items = found.slice(0, args.limit ?? MOST).map(listed)
    return answerOf({
      items,
      total: found.length,
      omitted: found.length - items.length,
      diagnostics: diagnosticsOf(known),
      ...statusOf(outside?.writeObstacle?.() ?? null),
    })
  },
})

const MOST = 50

function listed({ id, scope, kind, summary, path, tags, facts }: KnownRecord): ValueOf<typeof LISTED> {
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
