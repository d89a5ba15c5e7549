import { defineOperation } from '../../../core/operation.ts'
import { anyOf, choice, closedObject, integer, NOTHING, typed, type ValueOf } from '../../../core/schema.ts'
import { FOUND, KEYWORDS, line, lineOrNull } from '../store/answers.ts'
import { filtersOf, type Query, queriedPaths, queryAnswer } from '../store/query.ts'

const KINDS = { all: null, decisions: ['decision'], patterns: ['pattern'], insights: ['insight'] }

const input = typed(
  'MemoryQuery',
  closedObject(
    [],
    {
      scope: choice(['project', 'iteration', 'smart'], 'Which layer to search: `smart` is both.', {
        default: 'smart',
      }),
      query_type: choice(['decisions', 'patterns', 'insights', 'all'], 'What to list.', { default: 'all' }),
      keywords: KEYWORDS,
      stage: lineOrNull('Filters by development stage.', { default: null }),
      limit: anyOf([integer(), NOTHING], 'Maximum number of results to return; 100 when absent.', {
        default: null,
        'x-form': 'a whole number, or null',
      }),
      current_iteration_id: line('The iteration to search; that of the current session when absent.'),
    },
    'What to look for.',
  ),
)

/** The query of the store: the same engine as `query_memory_index`, in the words of the store. */
export const queryMemory = defineOperation({
  name: 'query_memory',
  title: 'Query the memory store',
  description:
    'Searches project memory, an iteration or both, as `query` of the memory store does. `query_memory_index` asks the same in the words of agents; here `insights` is insights alone.',
  input,
  output: FOUND,
  readOnly: true,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => queriedPaths(queryOf(args), memory),
  plan: (input) => queryAnswer(queryOf(input.args), input),
})

function queryOf(args: ValueOf<typeof input>): Query {
  const { scope = 'smart', query_type: type = 'all', limit = null, current_iteration_id: iteration } = args
  return {
    project: scope !== 'iteration',
    session: scope !== 'project',
    asked: iteration || null,
    wanted: KINDS[type],
    limit,
    ...filtersOf(args),
  }
}
