import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts'
import { digest } from '../../../formats/hash.ts'
import type { Entry, Learning, Progress, Snippet, TaskState } from '../dsl/update.ts'

/** What a state holds in addition to its sections. */
export type TaskMarks = {
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
