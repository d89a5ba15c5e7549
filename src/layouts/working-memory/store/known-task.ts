import type { Item, Memory } from '../../../core/document.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import type { OperationInput, Refusal } from '../../../core/operation.ts'
import { filesBelow } from '../../../core/snapshot.ts'
import type { Source } from '../../../core/source.ts'
import { digest } from '../../../formats/hash.ts'
import { nearest } from '../../../formats/names.ts'
import { refuse } from '../../../stores/answer.ts'
import { refuseUnread } from '../../../stores/unread.ts'
import { workingMemoryRoot } from '../claim.ts'
import type { Entry, Learning, Progress, Snippet, TaskState } from '../dsl/grammar.ts'
import { logFactsOf, type Task, tasksOf } from '../tasks.ts'

/** A task whose state was read. */
export type KnownTask = {
  readonly name: string
  readonly path: string
  readonly source: Source
  readonly state: TaskState & TaskMarks
  /** Entries that were moved out of the state. */
  readonly moved: readonly Item[]
  /** Entries of the state, as rules see them. */
  readonly items: readonly Item[]
  /** The log that goes on; null where there is none. */
  readonly log: Source | null
  /** Ids that the logs add and archive, and the texts that they say were applied. */
  readonly added: ReadonlySet<string>
  readonly archived: ReadonlySet<string>
  readonly texts: ReadonlySet<string>
  /** The files of the task that are there. */
  readonly files: ReadonlySet<string>
}

/** What is known before any file is read. */
export type Seen<Args extends TaskArguments = TaskArguments> = {
  readonly args: Args
  readonly memory: Memory
}

type TaskArguments = { readonly task: string }

/** A name for a new task: it is a folder's on every system. */
export const TASK_NAME =
  /^(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[a-z0-9](?!.*\.\.)[a-z0-9._-]{0,63}(?<!\.)$/

/** Where the state of a task lies. */
export function statePath(name: string, memory: Memory): string {
  return `${taskFolder(name, memory)}/state.yaml`
}

export function taskFolder(name: string, { settings }: Memory): string {
  return `${workingMemoryRoot(settings)}/${name}`
}

/** The task that is named, of those that there are. */
export function taskNamed({ args, memory }: Seen): Task | undefined {
  return tasksOf(memory).find(({ name }) => name === args.task)
}

/** The files of the task that its operations read: the state, and the log that goes on. */
export function taskFiles(seen: Seen): readonly string[] {
  const { logs = [] } = taskNamed(seen) ?? {}
  return [statePath(seen.args.task, seen.memory), ...logs.slice(-1).map(({ path }) => path)]
}

/** Reads the task that is named; a refusal where there is none, or it cannot be read. */
export function readTask({ args, memory, sources }: OperationInput<TaskArguments>): KnownTask | Refusal {
  const task = taskNamed({ args, memory })
  if (!task?.state) return noTask(args.task, memory, task)
  const unread = [task.state, ...task.logs, ...task.archives].find(({ complete }) => !complete)
  if (unread) return refuseUnread(unread, { path: unread.path, kept: 'Nothing is written' })
  const { path, items } = task.state
  const source = sources.get(path)
  const state = source?.data ? stateOf(source.data.value) : 'it cannot be read'
  if (!source || typeof state === 'string') return refuseShape(path, String(state))
  const facts = task.logs.flatMap((log) => logFactsOf(log) ?? [])
  return {
    name: task.name,
    path,
    source,
    state,
    items,
    moved: task.archives.flatMap((one) => one.items),
    log: sources.get(task.logs.at(-1)?.path ?? '') ?? null,
    added: new Set(facts.flatMap(({ added }) => added.map(({ id }) => id))),
    archived: new Set(facts.flatMap(({ archived }) => archived.map(({ id }) => id))),
    texts: new Set(facts.flatMap(({ texts = [] }) => texts)),
    files: new Set([...task.logs, ...task.archives].map((one) => one.path)),
  }
}

/** The names of all tasks that have a state. */
export function taskNames({ files, settings }: Memory): readonly string[] {
  const root = workingMemoryRoot(settings)
  return filesBelow(files, root).flatMap(({ path }) => {
    const [name = '', file, deeper] = path.slice(root.length + 1).split('/')
    return file === 'state.yaml' && deeper === undefined ? [name] : []
  })
}

function noTask(name: string, memory: Memory, task: Task | undefined): Refusal {
  const names = taskNames(memory)
  const guess = nearest(name, names)
  const known = names.length === 0 ? '' : ` Known are ${names.slice(0, 10).map(safeText).join(', ')}.`
  return refuse(
    task ? `Task ${safeText(name)} has no state.yaml` : `Working memory knows no task ${safeText(name)}`,
    guess
      ? `Did you mean ${safeText(guess)}?`
      : `Start it with \`working_memory_start\`, or name one that is there.${known}`,
  )
}

function refuseShape(path: string, why: string): Refusal {
  return refuse(
    `${safePath(path)} is no state of a task: ${safeText(why)}`,
    'Nothing was written. Fix the file: `memkeep check` says where.',
  )
}

/** What a state holds in addition to its sections. */
type TaskMarks = {
  /** What the task is about; null where it is not said. */
  readonly description: string | null
  /** When it was finished; null while it goes on. */
  readonly finished: string | null
}

/** The state that a file holds; a text where it has another shape: what is wrong. */
export function stateOf(value: Json): (TaskState & TaskMarks) | string {
  if (!isJsonObject(value)) return 'the file is no map'
  const progress = progressOf(value.current_progress ?? null)
  if (typeof progress === 'string') return progress
  const learnings = entriesOf(value.key_learnings ?? [], 'key_learnings', 'insight')
  if (typeof learnings === 'string') return learnings
  const snippets = entriesOf(value.verbatim_context ?? [], 'verbatim_context', 'snippet')
  if (typeof snippets === 'string') return snippets
  const { updated, task, finished } = value
  return {
    updated: typeof updated === 'string' ? updated : null,
    current_progress: progress,
    key_learnings: learnings as readonly Learning[],
    verbatim_context: snippets as readonly Snippet[],
    description: typeof task === 'string' ? task : null,
    finished: isJsonObject(finished) ? textIn(finished, 'at') : null,
  }
}

function progressOf(value: Json): Progress | null | string {
  if (value === null) return null
  if (!isJsonObject(value)) return '`current_progress` is no map'
  const list = (name: string): readonly string[] | null => {
    const items = value[name] ?? []
    return Array.isArray(items) && items.every((one) => typeof one === 'string')
      ? (items as readonly string[])
      : null
  }
  const [completed, in_progress, remaining] = [list('completed'), list('in_progress'), list('remaining')]
  if (!completed || !in_progress || !remaining) return '`current_progress` holds something else than texts'
  return { completed, in_progress, remaining }
}

/** Each entry with the fields that it has; texts that are not there are empty. */
function entriesOf(value: Json, name: string, held: string): readonly Entry[] | string {
  if (!Array.isArray(value)) return `\`${name}\` is no list`
  const rows = value as readonly Json[]
  const wrong = rows.findIndex(
    (row) => !isJsonObject(row) || typeof row.id !== 'string' || typeof row[held] !== 'string',
  )
  if (wrong >= 0) return `entry ${wrong + 1} of \`${name}\` has no id or no ${held}`
  return rows.map((row) => {
    const fields = row as JsonObject
    const { archived } = fields
    return {
      ...fields,
      id: textIn(fields, 'id'),
      reason: textIn(fields, 'reason'),
      added: textIn(fields, 'added'),
      ...(held === 'snippet' && { label: textIn(fields, 'label') }),
      ...(isJsonObject(archived) && {
        archived: { at: textIn(archived, 'at'), reason: textIn(archived, 'reason') },
      }),
    }
  })
}

function textIn(fields: JsonObject, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

/** What a writer names to say which progress it saw. */
export function progressDigest(progress: Progress | null): string {
  const bullets = progress && [progress.completed, progress.in_progress, progress.remaining]
  return digest(JSON.stringify(bullets))
}

/** The latest of the times that a state holds, as milliseconds; null without any. */
export function latestTime({ updated, key_learnings, verbatim_context }: TaskState): number | null {
  const entries: readonly Entry[] = [...key_learnings, ...verbatim_context]
  const times = [updated ?? '', ...entries.flatMap(({ added, archived }) => [added, archived?.at ?? ''])]
  const known = times.map((time) => Date.parse(time)).filter((time) => !Number.isNaN(time))
  return known.length === 0 ? null : known.reduce((a, b) => Math.max(a, b))
}
