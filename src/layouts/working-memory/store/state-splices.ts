import type { Json, JsonObject } from '../../../core/json.ts'
import type { YamlSplice } from '../../../formats/yaml/yaml-splices.ts'
import type { Entry, TaskState } from '../dsl/update.ts'
import { progressDigest } from './task-state.ts'

/** The changes of the file: those of an entry before what comes behind it. */
export function stateSplices(before: TaskState, after: TaskState): YamlSplice[] {
  return [
    ...progressSplices(before, after),
    ...listSplices('key_learnings', before.key_learnings, after.key_learnings),
    ...listSplices('verbatim_context', before.verbatim_context, after.verbatim_context),
    { at: ['updated'], set: after.updated },
  ]
}

/** Each list for itself: what else is written between them stays. */
function progressSplices(
  { current_progress: old }: TaskState,
  { current_progress: now }: TaskState,
): YamlSplice[] {
  if (!now || progressDigest(old) === progressDigest(now)) return []
  const lists = { completed: now.completed, in_progress: now.in_progress, remaining: now.remaining }
  if (!old) return [{ at: ['current_progress'], set: lists }]
  return Object.entries(lists).flatMap(([name, list]) => {
    const isSame = JSON.stringify(list) === JSON.stringify(old[name as keyof typeof lists])
    return isSame ? [] : [{ at: ['current_progress', name], set: list }]
  })
}

function listSplices(name: string, before: readonly Entry[], after: readonly Entry[]): YamlSplice[] {
  const archived = before.flatMap((entry, i): YamlSplice[] => {
    const mark = after[i]?.archived
    return !mark || entry.archived ? [] : [{ at: [name, i, 'archived'], set: { ...mark } }]
  })
  const added = after.slice(before.length).map((entry): Json => ({ ...(entry as JsonObject) }))
  return [...archived, ...(added.length > 0 ? [{ at: [name], append: added }] : [])]
}
