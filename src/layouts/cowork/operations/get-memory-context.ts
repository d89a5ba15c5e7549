import { type JsonObject, textList } from '../../../core/json.ts'
import type { Operation } from '../../../core/operation.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { projectMemoryPath } from '../rows.ts'
import { closed, count, ENTRY, flag, line, list, READ, text } from '../store/answers.ts'
import {
  diagnosticsOf,
  type EntryKind,
  iterationEntries,
  iterationPath,
  listed,
  type MemoryEntry,
  newestFirst,
  objectIn,
  projectEntries,
  readStoreFile,
  type StoreInput,
  sessionPath,
  statusOf,
  textOf,
} from '../store/files.ts'
import { sessionToRead } from '../store/sessions.ts'

/** Of each kind so many of the newest are shown. */
const RECENT = 5

/** Counts what the project and the session remember. */
export const getMemoryContext: Operation = {
  name: 'get_memory_context',
  title: 'Get the memory context',
  description: `Get a summary of the current memory context, including counts of decisions, patterns, insights, and issues. Useful for system status reporting and agent decision-making.

\`include_details\` adds summaries of the newest items of each kind. Use \`query_memory_index\` to search.`,
  input: closed('MemoryContextQuery', 'How much to give.', {
    properties: {
      include_details: flag('Whether to include detailed summaries of recent items', { default: false }),
      session: line('The session to count; the current one when absent.'),
    },
  }),
  output: closed('MemoryContext', 'What there is.', {
    required: ['project', 'session', 'status', 'diagnostics'],
    properties: {
      project: closed('ProjectCounts', 'The memory of the project.', {
        required: ['decisions', 'patterns', 'context'],
        properties: {
          decisions: count('How many.'),
          patterns: count('How many.'),
          context: closed('ContextCounts', 'The technical context.', {
            required: ['tech_stack', 'architecture_style', 'dependencies'],
            properties: {
              tech_stack: count('How many frameworks, languages and libraries.'),
              architecture_style: count('1 where it is said, else 0.'),
              dependencies: count('How many key dependencies.'),
            },
          }),
        },
      }),
      session: closed('SessionCounts', 'The memory of the session.', {
        required: ['id', 'insights', 'issues', 'issues_open', 'learnings', 'critical'],
        properties: {
          id: { type: ['string', 'null'], description: 'The session; null where none is active.' },
          insights: count('How many.'),
          issues: count('How many.'),
          issues_open: count('How many of them are not solved.'),
          learnings: count('How many.'),
          critical: count('How many insights are critical.'),
        },
      }),
      recent: list('The newest items of each kind.', ENTRY),
      status: READ.status ?? {},
      diagnostics: READ.diagnostics ?? {},
      notes: list('What needs a look.', text('A remark.')),
    },
  }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  command: {
    name: 'cowork context',
    summary: 'count decisions, patterns, and what the session collected',
    examples: ['memkeep cowork context --include-details'],
  },
  wants: ({ args, memory }) => pathsOf(args, memory),
  plan: (input) => {
    const id = sessionToRead(input.memory, textOf(input.args.session) || null)
    const entries = [...projectEntries(input), ...(id === null ? [] : iterationEntries(id, input))]
    const diagnostics = diagnosticsOf(pathsOf(input.args, input.memory), input)
    const data: JsonObject = {
      project: {
        ...countsOf(entries, { decisions: 'decision', patterns: 'pattern' }),
        context: contextCounts(input),
      },
      session: {
        id,
        ...countsOf(entries, { insights: 'insight', issues: 'issue', learnings: 'learning' }),
        issues_open: entries.filter(({ kind, row }) => kind === 'issue' && row.resolved !== true).length,
        critical: entries.filter(({ kind, row }) => kind === 'insight' && row.importance === 'critical')
          .length,
      },
      ...(input.args.include_details === true && { recent: recentOf(entries) }),
      status: statusOf(diagnostics),
      diagnostics,
    }
    return { text: yamlText(data), data }
  },
}

function pathsOf(args: JsonObject, memory: StoreInput['memory']): readonly string[] {
  const { settings } = memory
  const id = sessionToRead(memory, textOf(args.session) || null)
  const iteration = id === null ? [] : [iterationPath(memory, id)]
  return [projectMemoryPath(settings), sessionPath(settings), ...iteration]
}

function countsOf(
  entries: readonly MemoryEntry[],
  kinds: { readonly [name: string]: EntryKind },
): JsonObject {
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      entries.filter((entry) => entry.kind === kind).length,
    ]),
  )
}

function contextCounts(input: StoreInput): JsonObject {
  const file = readStoreFile(projectMemoryPath(input.memory.settings), input)
  const context = file.state === 'read' ? objectIn(file.root, 'context') : {}
  const { tech_stack: stack, architecture_style: style, key_dependencies: dependencies } = context
  return {
    tech_stack: textList(stack).length,
    architecture_style: textOf(style) === '' ? 0 : 1,
    dependencies: Array.isArray(dependencies) ? dependencies.length : 0,
  }
}

const KINDS: readonly EntryKind[] = ['decision', 'pattern', 'insight', 'issue', 'learning']

function recentOf(entries: readonly MemoryEntry[]): readonly JsonObject[] {
  const newest = newestFirst(entries)
  return KINDS.flatMap((kind) => newest.filter((entry) => entry.kind === kind).slice(0, RECENT)).map(listed)
}
