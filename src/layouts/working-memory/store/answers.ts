import type { JsonObject } from '../../../core/json.ts'
import type { Memory } from '../../../core/memory.ts'
import type { AnswerText, OperationAnswer, OperationReview, Refusal } from '../../../core/operation.ts'
import { safePath, safeText } from '../../../core/safe-text.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { logFactsOf, tasksOf } from '../tasks.ts'
import { type Applying, type ChangedTask, changeTask, type Refused, type Said } from './change-task.ts'
import type { KnownTask } from './known-task.ts'

/** Data as an answer has it. */
export function answerOf(data: JsonObject): AnswerText {
  return { text: yamlText(data), data }
}

/** What an answer has in addition to the change. */
type Further = { readonly isDry: boolean; readonly more?: JsonObject }

/** The answer to an update: what becomes of it, and the plan that does it. */
export function answerChange(
  task: KnownTask,
  said: Said,
  { applying, memory, isDry, more = {} }: Further & { readonly applying: Applying; readonly memory: Memory },
): OperationAnswer {
  const changed = changeTask(task, said, applying, memory)
  if (typeof changed === 'string') return refuseSplice(task, changed)
  const { plan, outcomes, added, archived, refused, lines, recovered, base } = changed
  const isPartly = refused.length > 0 || [...outcomes.values()].includes('failed')
  const notes = notesOf(task, changed)
  const data: JsonObject = {
    saved: plan.size > 0 && !isDry,
    task: task.name,
    path: task.path,
    sections: Object.fromEntries(outcomes),
    added,
    archived,
    refused: refused.map(shownRefusal),
    ...(lines.length > 0 && { diff: lines.join('\n') }),
    ...(recovered.ids.length > 0 && { recovered: recovered.ids }),
    base,
    ...more,
    ...(isDry && { dry_run: true }),
    ...(notes.length > 0 && { notes }),
  }
  return {
    ...answerOf(data),
    ...(plan.size > 0 && { plan, review: reviewLog(task, changed) }),
    ...(isDry && { dryRun: true as const }),
    ...(isPartly && { partly: true as const }),
  }
}

function notesOf({ state }: KnownTask, { recovered, notes }: ChangedTask): readonly string[] {
  return [
    ...(state.finished === null ? [] : [`The task is finished since ${safeText(state.finished)}.`]),
    ...(recovered.ids.length === 0
      ? []
      : [`The log did not record ${recovered.ids.map(safeText).join(', ')}: it does now.`]),
    ...new Set(notes),
  ]
}

function shownRefusal({ section, id, line, message, help }: Refused): JsonObject {
  return { section, ...(id !== null && { id }), ...(line !== undefined && { line }), message, help }
}

function refuseSplice({ path }: KnownTask, why: string): Refusal {
  return {
    refusal: `${safePath(path)} cannot be changed in place: ${safeText(why)}`,
    help: 'Nothing was written. Write the state in a simpler way: `memkeep check` shows what it holds.',
  }
}

/** What was added and archived can be read in the log: its last block is not inside code or a comment. */
function reviewLog({ name }: KnownTask, { added, archived, recovered }: ChangedTask): OperationReview {
  return ({ memory }) => {
    const task = tasksOf(memory).find((one) => one.name === name)
    const facts = (task?.logs ?? []).flatMap((log) => logFactsOf(log) ?? [])
    const recorded = new Set(facts.flatMap((one) => [...one.added, ...one.archived].map(({ id }) => id)))
    const missing = [...added, ...archived, ...recovered.ids].filter((id) => !recorded.has(id))
    if (missing.length === 0) return null
    return {
      refusal: `The log of ${safeText(name)} cannot be read behind its last block: ${safeText(missing[0] ?? '')} would be missing`,
      help: 'Nothing was written. Close the code block or comment at the end of the log.',
    }
  }
}
