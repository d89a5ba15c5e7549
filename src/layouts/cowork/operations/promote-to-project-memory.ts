import { type Json, type JsonObject, textList } from '../../../core/json.ts'
import type { Operation, OperationAnswer, OperationInput, Refusal } from '../../../core/operation.ts'
import type { PlannedFile } from '../../../core/write-plan.ts'
import { digest } from '../../../formats/hash.ts'
import { type ListName, projectMemoryPath, readItemId, shownName } from '../rows.ts'
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
  texts,
  WRITTEN,
  writeAnswer,
} from '../store/answers.ts'
import {
  itemTitle,
  iterationDocuments,
  iterationEntries,
  type MemoryEntry,
  objectIn,
  projectEntries,
  storePaths,
  textOf,
} from '../store/files.ts'
import { changedIterationFile, changedProjectFile, twinOf, withoutNothing } from '../store/models.ts'
import { sessionToRead } from '../store/sessions.ts'

/** Makes an item of a session a decision or a pattern of the project. */
export const promoteToProjectMemory: Operation = {
  name: 'promote_to_project_memory',
  title: 'Promote to project memory',
  description: `Promote a session memory item to the project memory, making it available across all future iterations. Use this for decisions, patterns, or insights that have proven valuable and should be preserved long-term.

\`reason\` becomes the context of the decision, or the usage of the pattern (\`as\`: pattern). The item stays in its session and is promoted once: a second call names the row that there is. Do not promote what is only true of this session. Example: memory_id=ins-iter-3-1770546600250, reason="Every later design depends on it."`,
  input: closed('Promotion', 'What to promote.', {
    required: ['memory_id', 'reason'],
    properties: {
      memory_id: text('The ID of the memory item to promote', {
        maxLength: 300,
        'x-flag': { argument: true },
      }),
      reason: longText('Why this item should be promoted to project memory'),
      as: text('What it becomes.', { enum: ['decision', 'pattern'], default: 'decision' }),
      title: line('Its title; that of the item, or its first line, when absent.'),
      consequences: texts('What follows from the decision, for better and worse.', {
        'x-flag': { name: 'consequence', commas: false },
      }),
      tags: texts('Words to find the pattern by; its stage when absent.'),
      allow_duplicate: flag('Promotes it although a row has its title and its text.', { default: false }),
      session: SESSION,
      dry_run: DRY_RUN,
    },
  }),
  output: closed('PromotedMemory', 'The row.', {
    required: ['saved', 'id', 'memory_id', 'kind', 'file', 'path', 'promoted_from', 'dry_run'],
    properties: {
      id: text('The id of the decision or pattern.'),
      memory_id: text('The same: what `load_memory_detail` takes.'),
      kind: text('`decision` or `pattern`.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      path: text('The index of the project, relative to the root of the repository.'),
      promoted_from: text('The id of the item of the session.'),
      already: flag('It was promoted before: that row is named.'),
      ...WRITTEN,
    },
  }),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'cowork promote',
    summary: 'make an item of a session a decision or a pattern of the project',
    examples: [
      "memkeep cowork promote ins-iter-3-1770546600250 --reason 'Every later design depends on it.'",
    ],
  },
  wants: ({ memory }) => storePaths(memory),
  plan: (input) => {
    const { args } = input
    const id = textOf(args.memory_id)
    if (readItemId(id))
      return { refusal: `${shownName(id)} is in project memory already`, help: 'Promote items of sessions.' }
    const { reason, title, consequences, tags } = args
    const fault = textFault({ reason, title, consequences, tags })
    if (fault) return fault
    const named = title === undefined ? null : oneLine('title', textOf(title))
    if (named && 'refusal' in named) return named
    if (textOf(reason).trim() === '')
      return { refusal: '`reason` says nothing', help: 'Say why it should last.' }
    const found = sessionEntry(id, input)
    const before = promotedBefore(id, found?.entry ?? null, input)
    if (before) return finished(before, found?.entry ?? null, input)
    if (found) return promoted(found, input)
    return {
      refusal: `No session has an item ${shownName(id)}`,
      help: 'Take `memory_id` from query_memory_index with query_type session, or name the session.',
    }
  },
}

type Found = { readonly entry: MemoryEntry; readonly notes: readonly string[] }

/** The item in the session that is named or current, else in any other. */
function sessionEntry(id: string, input: OperationInput): Found | null {
  const { args, memory } = input
  const asked = textOf(args.session) || null
  const first = sessionToRead(memory, asked)
  const here = first === null ? undefined : iterationEntries(first, input).find((entry) => entry.id === id)
  if (here) return { entry: here, notes: [] }
  if (asked !== null) return null
  const others = iterationDocuments(memory).flatMap(({ scope }) => iterationEntries(scope, input))
  const entry = others.find((one) => one.id === id)
  if (!entry) return null
  return {
    entry,
    notes: [`The item is of session ${shownName(entry.iteration)}, which is not the current one.`],
  }
}

/** The row that an item became. */
function promotedBefore(
  id: string,
  item: MemoryEntry | null,
  input: OperationInput,
): MemoryEntry | undefined {
  return projectEntries(input).find(({ row }) => {
    const from = objectIn(row, 'promoted_from')
    return from.memory_id === id && (item === null || from.session === item.iteration)
  })
}

function rowData(
  row: { readonly id: string; readonly kind: string; readonly file: string },
  from: string,
  input: OperationInput,
): JsonObject {
  const path = projectMemoryPath(input.memory.settings)
  return { id: row.id, memory_id: row.id, kind: row.kind, file: row.file, path, promoted_from: from }
}

/** A promotion that was made before; one that was stopped between the two files is finished. */
function finished(row: MemoryEntry, item: MemoryEntry | null, input: OperationInput): OperationAnswer {
  const marked = item === null ? null : markedItem(item, row.id, input)
  if (marked && 'refusal' in marked) return marked
  const data = { ...rowData(row, textOf(input.args.memory_id), input), already: true }
  return writeAnswer(input.args, { data, files: marked ? [marked.file] : [] })
}

/** The iteration file in which the item names its row; null where it does already. */
function markedItem(
  { item, row, iteration }: MemoryEntry,
  id: string,
  input: OperationInput,
): { readonly file: readonly [string, PlannedFile] } | Refusal | null {
  if (!item || row.promoted_to === id) return null
  const changed = changedIterationFile(
    iteration,
    [{ at: [item.list, item.index, 'promoted_to'], set: id }],
    input,
  )
  return 'refusal' in changed ? changed : { file: [changed.path, { kind: 'text', text: changed.text }] }
}

function promoted({ entry, notes }: Found, input: OperationInput): OperationAnswer {
  const { args, memory } = input
  const list: ListName = args.as === 'pattern' ? 'patterns' : 'decisions'
  const title = textOf(args.title).trim() || itemTitle(entry.row)
  const twin = twinOf({ list, title, content: entry.content }, input)
  if (twin && args.allow_duplicate !== true) {
    return {
      refusal: `The project has this ${twin.kind} already: ${shownName(twin.id)}`,
      help: 'Nothing needs to be promoted; another `title` or `allow_duplicate` promotes it nevertheless.',
    }
  }
  const id = newId(list.slice(0, 3), entry.iteration, input)
  if (readItemId(id)?.iteration !== entry.iteration) {
    return {
      refusal: `"${shownName(entry.iteration)}", the name of the iteration, cannot be part of an id`,
      help: 'Rename its file to letters, digits, `.`, `_`, `-` and spaces, and its `iteration_id` with it.',
    }
  }
  const row = promotedRow({ id, list, title, entry }, input)
  const project = changedProjectFile([{ at: [list], append: [row] }], input)
  if ('refusal' in project) return project
  const marked = markedItem(entry, id, input)
  if (marked && 'refusal' in marked) return marked
  const kind = list === 'decisions' ? 'decision' : 'pattern'
  const file = `project/${list}/${id}.md`
  const body = list === 'decisions' ? `${textOf(row.context)}\n\n${entry.content}` : entry.content
  return writeAnswer(args, {
    data: rowData({ id, kind, file }, entry.id, input),
    // The row comes first: an item that names a row which is not there would be lost with its session.
    files: [
      [projectMemoryPath(memory.settings), { kind: 'text', text: project.text }],
      ...(marked ? [marked.file] : []),
    ],
    notes,
    review: reviewItem(id, digest(body)),
  })
}

/** What a promotion makes of an item. */
type Promotion = {
  readonly id: string
  readonly list: ListName
  readonly title: string
  readonly entry: MemoryEntry
}

/** The first block of code in a text: its content. */
const FENCED = /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^ {0,3}\1[`~]*[ \t]*$/m

/** The row of a decision or a pattern, with where it came from: the fields of its model, and then those of its own. */
function promotedRow({ id, list, title, entry }: Promotion, { args, now }: OperationInput): JsonObject {
  const stage = textOf(entry.row.stage)
  const reason = textOf(args.reason)
  const origin = {
    iteration_id: entry.iteration,
    created_at: now,
    promoted_at: now,
    promoted_from: { session: entry.iteration, memory_id: entry.id, created_at: entry.createdAt },
    reason,
    stage: stage || undefined,
  }
  if (list === 'decisions') {
    const context = stage === '' ? reason : `${reason}\n\nStage: ${stage}`
    const consequences = textList(args.consequences)
    return withoutNothing({ id, title, context, decision: entry.content, consequences, ...origin })
  }
  const tags: readonly Json[] = Array.isArray(args.tags) ? textList(args.tags) : stage === '' ? [] : [stage]
  const code = FENCED.exec(entry.content.replaceAll('\r\n', '\n'))?.[2]?.replace(/\n$/, '') ?? null
  return withoutNothing({
    id,
    name: title,
    description: entry.content,
    usage: [reason],
    tags,
    code_example: code,
    ...origin,
  })
}
