import { textList } from '../../../core/json.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, count, flag, list, orNull, text, typed, type ValueOf } from '../../../core/schema.ts'
import { answerOf } from '../../../stores/answer.ts'
import { projectMemoryPath } from '../rows.ts'
import { ENTRY, line, READ } from '../store/answers.ts'
import {
  type EntryKind,
  isOpen,
  iterationEntries,
  listed,
  type MemoryEntry,
  newestFirst,
  objectIn,
  projectEntries,
  rootIn,
  type StoreInput,
  statusOf,
  textOf,
} from '../store/files.ts'
import { sessionFiles, sessionToRead } from '../store/sessions.ts'

/** Of each kind so many of the newest are shown. */
const RECENT = 5

const CONTEXT_COUNTS = typed(
  'ContextCounts',
  closedObject(
    ['tech_stack', 'architecture_style', 'dependencies'],
    {
      tech_stack: count('How many frameworks, languages and libraries.'),
      architecture_style: count('1 where it is said, else 0.'),
      dependencies: count('How many key dependencies.'),
    },
    'The technical context.',
  ),
)

/** Counts what the project and the session remember. */
export const getMemoryContext = defineOperation({
  name: 'get_memory_context',
  title: 'Get the memory context',
  description: `Get a summary of the current memory context, including counts of decisions, patterns, insights, and issues. Useful for system status reporting and agent decision-making.

\`include_details\` adds summaries of the newest items of each kind. Use \`query_memory_index\` to search.`,
  input: typed(
    'MemoryContextQuery',
    closedObject(
      [],
      {
        include_details: flag('Whether to include detailed summaries of recent items', { default: false }),
        session: line('The session to count; the current one when absent.'),
      },
      'How much to give.',
    ),
  ),
  output: typed(
    'MemoryContext',
    closedObject(
      ['project', 'session', 'status', 'diagnostics'],
      {
        project: typed(
          'ProjectCounts',
          closedObject(
            ['decisions', 'patterns', 'context'],
            {
              decisions: count('How many.'),
              patterns: count('How many.'),
              context: CONTEXT_COUNTS,
            },
            'The memory of the project.',
          ),
        ),
        session: typed(
          'SessionCounts',
          closedObject(
            ['id', 'insights', 'issues', 'issues_open', 'learnings', 'critical'],
            {
              id: orNull(text('The session; null where none is active.')),
              insights: count('How many.'),
              issues: count('How many.'),
              issues_open: count('How many of them are not solved.'),
              learnings: count('How many.'),
              critical: count('How many insights are critical.'),
            },
            'The memory of the session.',
          ),
        ),
        recent: list(ENTRY, 'The newest items of each kind.'),
        status: READ.status,
        diagnostics: READ.diagnostics,
        notes: list(text('A remark.'), 'What needs a look.'),
      },
      'What there is.',
    ),
  ),
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: {
    name: 'cowork context',
    summary: 'count decisions, patterns, and what the session collected',
    examples: ['memkeep cowork context --include-details'],
  },
  wants: ({ args, memory }) => pathsOf(args.session, memory),
  plan: (input) => {
    const { session, include_details: isDetailed } = input.args
    const id = sessionToRead(input.memory, session || null)
    const entries = [...projectEntries(input), ...(id === null ? [] : iterationEntries(id, input))]
    const count = (kind: EntryKind, isCounted = (_: MemoryEntry): boolean => true): number =>
      entries.filter((entry) => entry.kind === kind && isCounted(entry)).length
    return answerOf({
      project: {
        decisions: count('decision'),
        patterns: count('pattern'),
        context: contextCounts(input),
      },
      session: {
        id,
        insights: count('insight'),
        issues: count('issue'),
        learnings: count('learning'),
        issues_open: count('issue', isOpen),
        critical: count('insight', ({ row }) => row.importance === 'critical'),
      },
      ...(isDetailed && { recent: recentOf(entries) }),
      ...statusOf(pathsOf(session, input.memory), input),
    })
  },
})

function pathsOf(session: string | undefined, memory: StoreInput['memory']): readonly string[] {
  return [projectMemoryPath(memory.settings), ...sessionFiles(memory, session || null)]
}

function contextCounts(input: StoreInput): ValueOf<typeof CONTEXT_COUNTS> {
  const root = rootIn(projectMemoryPath(input.memory.settings), input) ?? {}
  const {
    tech_stack: stack,
    architecture_style: style,
    key_dependencies: dependencies,
  } = objectIn(root, 'context')
  return {
    tech_stack: textList(stack).length,
    architecture_style: textOf(style) === '' ? 0 : 1,
    dependencies: Array.isArray(dependencies) ? dependencies.length : 0,
  }
}

const KINDS: readonly EntryKind[] = ['decision', 'pattern', 'insight', 'issue', 'learning']

function recentOf(entries: readonly MemoryEntry[]): readonly ValueOf<typeof ENTRY>[] {
  const newest = newestFirst(entries)
  return KINDS.flatMap((kind) => newest.filter((entry) => entry.kind === kind).slice(0, RECENT)).map(listed)
}
