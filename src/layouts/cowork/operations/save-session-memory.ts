import type { JsonObject } from '../../../core/json.ts'
import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { choice, closedObject, flag, text, typed, type ValueOf } from '../../../core/schema.ts'
import { digest } from '../../../formats/hash.ts'
import { refuse } from '../../../stores/answer.ts'
import { newId } from '../store/added-row.ts'
import {
  DRY_RUN,
  line,
  longText,
  oneLine,
  reviewItem,
  SESSION,
  textFault,
  WRITTEN,
  writeAnswer,
} from '../store/answers.ts'
import { iterationEntries, iterationPath, PREFIXES, shownFile } from '../store/files.ts'
import { changedIterationFile, withoutNothing } from '../store/models.ts'
import { listedSession, sessionFiles, sessionToWrite } from '../store/sessions.ts'

/** The stage of an item where neither the call nor the session says one. */
const NO_STAGE = 'general'

const input = typed(
  'SessionMemory',
  closedObject(
    ['memory_type', 'content'],
    {
      memory_type: choice(
        ['insight', 'issue', 'learning'],
        "Type of memory to save: 'insight', 'issue', or 'learning'",
        { 'x-flag': { name: 'type', alias: 'memory_type' } },
      ),
      title: line('Title or summary of the memory item'),
      content: longText('Detailed content of the memory item', {
        'x-flag': { value: 'text', stdin: 'the content of the item' },
      }),
      stage: line("Development stage where this memory was created (e.g., 'design', 'coding')"),
      importance: choice(['critical', 'important', 'normal'], 'How much an insight matters.', {
        default: 'normal',
      }),
      session: SESSION,
      dry_run: DRY_RUN,
    },
    'What to save.',
  ),
)

const output = typed(
  'SavedSessionMemory',
  closedObject(
    ['saved', 'memory_id', 'file', 'session', 'path', 'id', 'dry_run'],
    {
      memory_id: text('Its id, for `promote_to_project_memory`.'),
      id: text('The same.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      session: text('The session that it belongs to.'),
      path: text('The file, relative to the root of the repository.'),
      already: flag('The session has this content already: that item is named.'),
      ...WRITTEN,
    },
    'Where the item is.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>

/** Appends an insight, an issue or a learning to the memory of the session. */
export const saveSessionMemory = defineOperation({
  name: 'save_session_memory',
  title: 'Save to session memory',
  description: `Save a new memory item to the current session's memory. Use this to record insights, issues, or learnings during development. Session memory is cleared when the session ends: promote what should last with \`promote_to_project_memory\`. No secrets.`,
  details: `An insight is an observation, an issue a problem, a learning what to take away. The same content twice is one item. Example: memory_type=insight, content="Reads outnumber writes by far.", stage=coding.`,
  input,
  output,
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'cowork save',
    summary: 'save an insight, an issue or a learning of the session',
    examples: [
      "memkeep cowork save --type insight --stage coding --content 'Reads outnumber writes by far.'",
      'memkeep cowork save --type issue --title "The test database locks" < notes.txt',
    ],
  },
  wants: ({ args, memory }) => sessionFiles(memory, args.session || null),
  plan: (input) => {
    const session = sessionToWrite(input.memory, input.args.session || null)
    return 'refusal' in session ? session : saved(session.id, input)
  },
})

const LISTS = { insight: 'insights', issue: 'issues', learning: 'learnings' } as const

function saved(session: string, input: Input): Answer<ValueOf<typeof output>> | Refusal {
  const { args, memory } = input
  const { memory_type: type, title, content, stage, importance = 'normal' } = args
  const list = LISTS[type]
  const fault = textFault({ title, content, stage }) ?? refuseWordless(content)
  if (fault) return fault
  for (const [name, value] of Object.entries({ title, stage })) {
    const one = value === undefined ? null : oneLine(name, value)
    if (one && 'refusal' in one) return one
  }
  const path = iterationPath(memory, session)
  const whereOf = (id: string) => ({
    memory_id: id,
    id,
    file: shownFile(path, memory.settings),
    session,
    path,
  })
  const twin = iterationEntries(session, input).find(
    (entry) => entry.item?.list === list && entry.content.trim() === content.trim(),
  )
  if (twin) return writeAnswer(args, { ...whereOf(twin.id), already: true }, { plan: new Map() })
  const id = newId(PREFIXES[list], session, input)
  const changed = changedIterationFile(
    session,
    [{ at: [list], append: [newItem(id, session, input)] }],
    input,
  )
  if ('refusal' in changed) return changed
  return writeAnswer(args, whereOf(id), {
    ...changed,
    notes:
      type !== 'insight' && importance !== 'normal'
        ? ['Only insights have an importance: it was left out.']
        : [],
    review: reviewItem(id, digest(content)),
  })
}

function refuseWordless(content: string): Refusal | null {
  if (/\S/.test(content)) return null
  return refuse('`content` says nothing', 'Say what was seen, what went wrong, or what to take away.')
}

function newItem(id: string, session: string, input: Input): JsonObject {
  const { memory_type: type, title, content, stage, importance = 'normal' } = input.args
  const given = stage?.trim() || undefined
  return withoutNothing({
    id,
    title: title?.trim() || undefined,
    stage: type === 'learning' ? given : (given ?? listedSession(session, input)?.stage ?? NO_STAGE),
    content,
    importance: type === 'insight' ? importance : undefined,
    resolved: type === 'issue' ? false : undefined,
    created_at: input.now,
    resolved_at: type === 'issue' ? null : undefined,
  })
}
