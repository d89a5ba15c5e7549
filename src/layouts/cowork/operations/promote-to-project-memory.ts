import { type JsonObject, textList } from '../../../core/json.ts'
import { type Answer, defineOperation, type OperationInput, type Refusal } from '../../../core/operation.ts'
import { choice, closedObject, flag, text, typed, type ValueOf } from '../../../core/schema.ts'
import type { WritePlan } from '../../../core/write-plan.ts'
import { digest } from '../../../formats/hash.ts'
import { refuse } from '../../../stores/answer.ts'
import { type ListName, projectMemoryPath, readInstant, readItemId, shownName } from '../rows.ts'
import { newId } from '../store/added-row.ts'
import {
  DRY_RUN,
  line,
  longText,
  oneLine,
  reviewItem,
  SESSION,
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
  type StoreInput,
  storePaths,
  textOf,
} from '../store/files.ts'
import { changedIterationFile, changedProjectFile, twinOf, withoutNothing } from '../store/models.ts'
import { sessionToRead } from '../store/sessions.ts'

const input = typed(
  'Promotion',
  closedObject(
    ['memory_id', 'reason'],
    {
      memory_id: text('The ID of the memory item to promote', {
        maxLength: 300,
        'x-flag': { argument: true },
      }),
      reason: longText('Why this item should be promoted to project memory'),
      as: choice(['decision', 'pattern'], 'What it becomes; a decision when absent.'),
      title: line('Its title; that of the item, or its first line, when absent.'),
      consequences: texts('What follows from the decision, for better and worse.', {
        'x-flag': { name: 'consequence', commas: false },
      }),
      tags: texts('Words to find the pattern by; its stage when absent.'),
      allow_duplicate: flag('Promotes it although a row has its title and its text.', { default: false }),
      session: SESSION,
      dry_run: DRY_RUN,
    },
    'What to promote.',
  ),
)

const output = typed(
  'PromotedMemory',
  closedObject(
    ['saved', 'id', 'memory_id', 'kind', 'file', 'path', 'promoted_from', 'dry_run'],
    {
      id: text('The id of the decision or pattern.'),
      memory_id: text('The same: what `load_memory_detail` takes.'),
      kind: text('`decision` or `pattern`.'),
      file: text('What `load_memory_detail` takes as `file`.'),
      path: text('The index of the project, relative to the root of the repository.'),
      promoted_from: text('The id of the item of the session.'),
      already: flag('It was promoted before: that row is named.'),
      ...WRITTEN,
    },
    'The row.',
  ),
)

type Input = OperationInput<ValueOf<typeof input>>
type Promoted = Answer<ValueOf<typeof output>> | Refusal

/** Makes an item of a session a decision or a pattern of the project. */
export const promoteToProjectMemory = defineOperation({
  name: 'promote_to_project_memory',
  title: 'Promote to project memory',
  description: `Promote a session memory item to the project memory, making it available across all future iterations. Use this for decisions, patterns, or insights that have proven valuable and should be preserved long-term.`,
  details: `\`reason\` becomes the context of the decision, or the usage of the pattern (\`as\`: pattern). The item stays in its session and is promoted once: a second call names the row that there is. Do not promote what is only true of this session. Example: memory_id=ins-iter-3-1770546600250, reason="Every later design depends on it."`,
  input,
  output,
  everyday: true,
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
    const { memory_id: id, reason, title, consequences, tags } = input.args
    if (readItemId(id))
      return refuse(`${shownName(id)} is in project memory already`, 'Promote items of sessions.')
    const fault = textFault({ reason, title, consequences, tags })
    if (fault) return fault
    const named = title === undefined ? null : oneLine('title', title)
    if (named && 'refusal' in named) return named
    if (reason.trim() === '') return refuse('`reason` says nothing', 'Say why it should last.')
    const found = sessionEntry(input)
    const before = promotedBefore(id, found?.entry ?? null, input)
    const isOther = before !== undefined && input.args.as !== undefined && input.args.as !== before.kind
    if (isOther && !input.args.allow_duplicate) return refuseOther(before)
    if (before && !isOther) return finished(before, found?.entry ?? null, input)
    if (found) return promoted(found, input)
    return refuse(
      `No session has an item ${shownName(id)}`,
      'Take `memory_id` from query_memory_index with query_type session, or name the session.',
    )
  },
})

type Found = { readonly entry: MemoryEntry; readonly notes: readonly string[] }

/** The item in the session that is named or current, else in any other. */
function sessionEntry(input: Input): Found | null {
  const { args, memory } = input
  const entryIn = (sessions: readonly string[]): MemoryEntry | undefined =>
    sessions.flatMap((id) => iterationEntries(id, input)).find((entry) => entry.id === args.memory_id)
  const first = sessionToRead(memory, args.session || null)
  const here = first === null ? undefined : entryIn([first])
  if (here) return { entry: here, notes: [] }
  const entry = args.session ? undefined : entryIn(iterationDocuments(memory).map(({ scope }) => scope))
  if (!entry) return null
  return {
    entry,
    notes: [`The item is of session ${shownName(entry.iteration)}, which is not the current one.`],
  }
}

/** The row that an item became: of several, that of the kind that is asked for. */
function promotedBefore(id: string, item: MemoryEntry | null, input: Input): MemoryEntry | undefined {
  const rows = projectEntries(input).filter(({ row }) => {
    const from = objectIn(row, 'promoted_from')
    return from.memory_id === id && (item === null || from.session === item.iteration)
  })
  return rows.find(({ kind }) => kind === input.args.as) ?? rows[0]
}

function refuseOther({ id, kind }: MemoryEntry): Refusal {
  return refuse(
    `The item is a ${kind} of the project already: ${shownName(id)}`,
    'Leave `as` out where that is enough; `allow_duplicate` promotes it once more.',
  )
}

type Row = { readonly id: string; readonly kind: string; readonly file: string }

function rowData({ id, kind, file }: Row, { args, memory }: Input) {
  const path = projectMemoryPath(memory.settings)
  return { id, memory_id: id, kind, file, path, promoted_from: args.memory_id }
}

/** A promotion that was made before; one that was stopped between the two files is finished. */
function finished(row: MemoryEntry, item: MemoryEntry | null, input: Input): Promoted {
  const marked = item === null ? { plan: new Map() } : markedItem(item, row.id, input)
  if ('refusal' in marked) return marked
  return writeAnswer(input.args, { ...rowData(row, input), already: true }, marked)
}

/** The iteration file in which the item names its row; nothing where it does already. */
function markedItem(
  { item, row, iteration }: MemoryEntry,
  id: string,
  input: StoreInput,
): { readonly plan: WritePlan } | Refusal {
  if (!item || row.promoted_to === id) return { plan: new Map() }
  return changedIterationFile(iteration, [{ at: [item.list, item.index, 'promoted_to'], set: id }], input)
}

function promoted({ entry, notes }: Found, input: Input): Promoted {
  const { args } = input
  const kind = args.as ?? 'decision'
  const list = kind === 'decision' ? 'decisions' : 'patterns'
  const title = args.title?.trim() || itemTitle(entry.row)
  const twin = twinOf({ list, title, content: entry.content }, input)
  if (twin && !args.allow_duplicate) {
    return refuse(
      `The project has this ${twin.kind} already: ${shownName(twin.id)}`,
      'Nothing needs to be promoted; another `title` or `allow_duplicate` promotes it nevertheless.',
    )
  }
  // The instant of the item: two branches that promote it give its row one id.
  const id = newId(list.slice(0, 3), entry.iteration, { ...input, now: instantOf(entry) ?? input.now })
  if (readItemId(id)?.iteration !== entry.iteration) {
    return refuse(
      `"${shownName(entry.iteration)}", the name of the iteration, cannot be part of an id`,
      'Rename its file to letters, digits, `.`, `_`, `-` and spaces, and its `iteration_id` with it.',
    )
  }
  const row = promotedRow({ id, list, title, entry }, input)
  const project = changedProjectFile([{ at: [list], append: [row] }], input)
  if ('refusal' in project) return project
  const marked = markedItem(entry, id, input)
  if ('refusal' in marked) return marked
  const body = list === 'decisions' ? `${textOf(row.context)}\n\n${entry.content}` : entry.content
  return writeAnswer(args, rowData({ id, kind, file: `project/${list}/${id}.md` }, input), {
    // The row comes first: an item that names a row which is not there would be lost with its session.
    plan: new Map([...project.plan, ...marked.plan]),
    notes,
    review: reviewItem(id, digest(body)),
  })
}

function instantOf({ createdAt }: MemoryEntry): string | null {
  const instant = readInstant(createdAt)
  return instant && new Date(Math.floor(instant.time)).toISOString()
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
function promotedRow({ id, list, title, entry }: Promotion, { args, now }: Input): JsonObject {
  const { reason } = args
  const stage = textOf(entry.row.stage)
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
  const tags = args.tags ? textList(args.tags) : textList([stage])
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
