import type { JsonObject } from '../../../core/json.ts'
import type { Operation, OperationAnswer, OperationInput } from '../../../core/operation.ts'
import { digest } from '../../../formats/hash.ts'
import { newId } from '../store/added-row.ts'
import {
  closed,
  DRY_RUN,
  flag,
  line,
  longText,
  oneLine,
  reviewItem,
  SESSION,
  text,
  textFault,
  WRITTEN,
  writeAnswer,
} from '../store/answers.ts'
import {
  iterationEntries,
  iterationPath,
  PREFIXES,
  readStoreFile,
  type SessionList,
  sessionPath,
  shownFile,
  textOf,
} from '../store/files.ts'
import { changedIterationFile, withoutNothing } from '../store/models.ts'
import { sessionRows, sessionToRead, sessionToWrite } from '../store/sessions.ts'

/** The stage of an item where neither the call nor the session says one. */
const NO_STAGE = 'general'

/** Appends an insight, an issue or a learning to the memory of the session. */
export const saveSessionMemory: Operation = {
  name: 'save_session_memory',
  title: 'Save to session memory',
  description: `Save a new memory item to the current session's memory. Use this to record insights, issues, or learnings during development.

An insight is an observation, an issue a problem, a learning what to take away. The memory of a session is cleared when it ends: promote what should last with \`promote_to_project_memory\`. No secrets. The same content twice is one item. Example: memory_type=insight, content="Reads outnumber writes by far.", stage=coding.`,
  input: closed('SessionMemory', 'What to save.', {
    required: ['memory_type', 'content'],
    properties: {
      memory_type: text("Type of memory to save: 'insight', 'issue', or 'learning'", {
        enum: ['insight', 'issue', 'learning'],
        'x-flag': { name: 'type' },
      }),
      title: line('Title or summary of the memory item'),
      content: longText('Detailed content of the memory item', {
        'x-flag': { value: 'text', stdin: 'the content of the item' },
      }),
      stage: line("Development stage where this memory was created (e.g., 'design', 'coding')"),
      importance: text('How much an insight matters.', {
        enum: ['critical', 'important', 'normal'],
        default: 'normal',
      }),
      session: SESSION,
      dry_run: DRY_RUN,
    },
  }),
  output: closed('SavedSessionMemory', 'Where the item is.', {
    required: ['saved', 'memory_id', 'file', 'session', 'path', 'id', 'dry_run'],
    properties: {
      memory_id: text('Its id, for `promote_to_project_memory`.'),
      id: text('The same.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      session: text('The session that it belongs to.'),
      path: text('The file, relative to the root of the repository.'),
      already: flag('The session has this content already: that item is named.'),
      ...WRITTEN,
    },
  }),
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
  wants: ({ args, memory }) => {
    const id = sessionToRead(memory, textOf(args.session) || null)
    return [sessionPath(memory.settings), ...(id === null ? [] : [iterationPath(memory, id)])]
  },
  plan: (input) => {
    const session = sessionToWrite(input.memory, textOf(input.args.session) || null)
    if ('refusal' in session) return session
    return answer(session.id, input)
  },
}

const LISTS: { readonly [type: string]: SessionList } = {
  insight: 'insights',
  issue: 'issues',
  learning: 'learnings',
}

function answer(session: string, input: OperationInput): OperationAnswer {
  const { args, memory } = input
  const { title, content, stage, importance } = args
  const type = textOf(args.memory_type)
  const list = LISTS[type] ?? 'learnings'
  const fault = textFault({ title, content, stage }) ?? wordless(textOf(content))
  if (fault) return fault
  for (const [name, value] of Object.entries({ title, stage })) {
    const one = value === undefined ? null : oneLine(name, textOf(value))
    if (one && 'refusal' in one) return one
  }
  const path = iterationPath(memory, session)
  const where = { file: shownFile(path, memory.settings), session, path }
  const twin = iterationEntries(session, input).find(
    (entry) => entry.item?.list === list && entry.content.trim() === textOf(content).trim(),
  )
  if (twin) {
    const data: JsonObject = { memory_id: twin.id, id: twin.id, ...where, already: true }
    return writeAnswer(args, { data, files: [] })
  }
  const id = newId(PREFIXES[list], session, input)
  const row = newItem(id, list, input, sessionStage(session, input))
  const changed = changedIterationFile(session, [{ at: [list], append: [row] }], input)
  if ('refusal' in changed) return changed
  const notes =
    type !== 'insight' && importance !== undefined && importance !== 'normal'
      ? ['Only insights have an importance: it was left out.']
      : []
  return writeAnswer(args, {
    data: { memory_id: id, id, ...where },
    files: [[path, { kind: 'text', text: changed.text }]],
    notes,
    review: reviewItem(id, digest(textOf(content))),
  })
}

function wordless(content: string): { readonly refusal: string; readonly help: string } | null {
  if (/\S/.test(content)) return null
  return {
    refusal: '`content` says nothing',
    help: 'Say what was seen, what went wrong, or what to take away.',
  }
}

function newItem(
  id: string,
  list: SessionList,
  { args, now }: OperationInput,
  stageOfSession: string | null,
): JsonObject {
  const given = textOf(args.stage).trim()
  const stage = given || stageOfSession || NO_STAGE
  return withoutNothing({
    id,
    title: textOf(args.title).trim() || undefined,
    stage: list === 'learnings' ? given || undefined : stage,
    content: textOf(args.content),
    importance: list === 'insights' ? (args.importance ?? 'normal') : undefined,
    resolved: list === 'issues' ? false : undefined,
    created_at: now,
    resolved_at: list === 'issues' ? null : undefined,
  })
}

function sessionStage(session: string, input: OperationInput): string | null {
  const file = readStoreFile(sessionPath(input.memory.settings), input)
  const rows = sessionRows(file.state === 'read' ? file.root : null)
  return rows.find(({ id }) => id === session)?.stage ?? null
}
