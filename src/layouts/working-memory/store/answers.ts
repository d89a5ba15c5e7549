import type { Memory } from '../../../core/document.ts'
import type { Json, JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import {
  type AnswerText,
  closedObject,
  type OperationAnswer,
  type OperationReview,
  type Refusal,
} from '../../../core/operation.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { logFactsOf, tasksOf } from '../tasks.ts'
import { type Applying, type ChangedTask, changeTask, type Refused, type Said } from './change-task.ts'
import type { KnownTask } from './known-task.ts'

/** Names the library's type of a schema. */
export function typed(type: string, schema: JsonObject): JsonObject {
  return { ...schema, 'x-type': type }
}

/** A text of at least one character. */
export function text(description: string, maxLength: number, more: JsonObject = {}): JsonObject {
  return { type: 'string', minLength: 1, maxLength, description, ...more }
}

/** Yes or no. */
export function flag(description: string, more: JsonObject = {}): JsonObject {
  return { type: 'boolean', description, ...more }
}

/** A whole number. */
export function integer(description: string, minimum = 0, more: JsonObject = {}): JsonObject {
  return { type: 'integer', minimum, description, ...more }
}

/** A text of an answer. */
export function said(description: string, type: Json = 'string'): JsonObject {
  return { type, description }
}

export function listOf(items: JsonObject, description: string): JsonObject {
  return { type: 'array', items, description }
}

/** Most characters of a description, of a text that is applied, of what happened. */
export const MOST_TEXT = { description: 2000, update: 262_144, context: 1_000_000 } as const

export const TASK = text('The task, by the name of its folder.', 255, { 'x-flag': { argument: true } })

export const DRY_RUN = flag('Checks everything, shows the change and writes nothing.')

/** All sections or none, where one of them cannot be applied whole. */
export const STRICT = flag(
  'All or nothing: without it, what can be applied is applied, and the rest is listed.',
  {
    'x-flag': { name: 'all-or-nothing', summary: 'apply everything or nothing' },
  },
)

const SECTION_IDS: readonly Json[] = ['progress', 'learnings', 'verbatim']

const TEXTS = (description: string): JsonObject => listOf({ type: 'string' }, description)

/** What an operation answers that changes a task. */
export const CHANGED: JsonObject = {
  saved: flag('False for a dry run, and where nothing had to be written.'),
  task: said('The task.'),
  path: said('Its state, relative to the root of the repository.'),
  sections: {
    type: 'object',
    description: 'What became of each section that was given.',
    additionalProperties: { type: 'string', enum: ['applied', 'unchanged', 'refused', 'failed'] },
  },
  added: TEXTS('Ids of new entries.'),
  archived: TEXTS('Ids of entries that hold no longer.'),
  refused: listOf(
    typed(
      'RefusedPart',
      closedObject(
        ['section', 'message', 'help'],
        {
          section: { type: ['string', 'null'], enum: [...SECTION_IDS, null], description: 'Where it was.' },
          id: said('The id that it is about.'),
          line: integer('The line of the text.', 1),
          message: said('What is wrong.'),
          help: said('What to do.'),
        },
        'Something that was not applied.',
      ),
    ),
    'What was not applied.',
  ),
  diff: said('What changed, as the log has it.'),
  recovered: TEXTS('Ids of entries that the log did not record: it does now.'),
  base: said('A digest of the progress as it is now, to give with the next update.'),
  dry_run: flag('Nothing was written because of `dry_run`.'),
  notes: TEXTS('What to know about it.'),
}

/** The required ones of these. */
export const CHANGED_REQUIRED: readonly string[] = [
  'saved',
  'task',
  'path',
  'sections',
  'added',
  'archived',
  'refused',
  'base',
]

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
