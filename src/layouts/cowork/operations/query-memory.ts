import type { JsonObject } from '../../../core/json.ts'
import type { Operation } from '../../../core/operation.ts'
import { closed, FOUND, line, text, textOrNull } from '../store/answers.ts'
import { textOf } from '../store/files.ts'
import { filtersOf, type Query, queriedPaths, queryAnswer } from '../store/query.ts'

const KINDS: { readonly [type: string]: readonly string[] | null } = {
  all: null,
  decisions: ['decision'],
  patterns: ['pattern'],
  insights: ['insight'],
}

/** The query of the store: the same engine as `query_memory_index`, in the words of the store. */
export const queryMemory: Operation = {
  name: 'query_memory',
  title: 'Query the memory store',
  description:
    'Searches project memory, an iteration or both, as `query` of the memory store does. `query_memory_index` asks the same in the words of agents; here `insights` is insights alone.',
  input: closed('MemoryQuery', 'What to look for.', {
    properties: {
      scope: text('Which layer to search: `smart` is both.', {
        enum: ['project', 'iteration', 'smart'],
        default: 'smart',
      }),
      query_type: text('What to list.', {
        enum: ['decisions', 'patterns', 'insights', 'all'],
        default: 'all',
      }),
      keywords: {
        type: 'array',
        maxItems: 20,
        items: { type: 'string', maxLength: 200 },
        description: 'Words that all have to be in an item, in any case of letters.',
      },
      stage: textOrNull('Filters by development stage.', { default: null }),
      limit: {
        anyOf: [{ type: 'integer' }, { type: 'null' }],
        description: 'Maximum number of results to return; 100 when absent.',
        default: null,
      },
      current_iteration_id: line('The iteration to search; that of the current session when absent.'),
    },
  }),
  output: FOUND,
  readOnly: true,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => queriedPaths(queryOf(args), memory),
  plan: (input) => queryAnswer(queryOf(input.args), input),
}

function queryOf(args: JsonObject): Query {
  const { scope = 'smart', query_type: type = 'all', limit, current_iteration_id: iteration } = args
  return {
    project: scope !== 'iteration',
    session: scope !== 'project',
    asked: textOf(iteration) || null,
    wanted: KINDS[textOf(type)] ?? null,
    limit: typeof limit === 'number' ? limit : null,
    ...filtersOf(args),
  }
}
