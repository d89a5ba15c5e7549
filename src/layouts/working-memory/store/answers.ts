import type { Memory } from '../../../core/document.ts'
import type { JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import type { Answer, OperationReview, Refusal } from '../../../core/operation.ts'
import {
  choice,
  closedObject,
  flag,
  integer,
  list,
  map,
  type ObjectOf,
  orNull,
  text,
  typed,
  type ValueOf,
} from '../../../core/schema.ts'
import { refuse, writeAnswer } from '../../../stores/answer.ts'
import { SECTION_IDS } from '../dsl/grammar.ts'
import { logFactsOf, tasksOf } from '../tasks.ts'
import {
  type Applying,
  type ChangedTask,
  changeTask,
  OUTCOMES,
  type Refused,
  type Said,
} from './change-task.ts'
import type { KnownTask } from './known-task.ts'

/** Most characters of a description, of a text that is applied, of what happened. */
export const MOST_TEXT = { description: 2000, update: 262_144, context: 1_000_000 } as const

export const TASK = text('The task, by the name of its folder.', {
  minLength: 1,
  maxLength: 255,
  'x-flag': { argument: true },
})

export const DRY_RUN = flag('Checks everything, shows the change and writes nothing.')

/** All sections or none, where one of them cannot be applied whole. */
export const STRICT = flag(
  'All or nothing: without it, what can be applied is applied, and the rest is listed.',
  {
    'x-flag': { name: 'all-or-nothing', summary: 'apply everything or nothing' },
  },
)

const REFUSED_PART = typed(
  'RefusedPart',
  closedObject(
    ['section', 'message', 'help'],
    {
      section: orNull(choice(SECTION_IDS, 'Where it was.')),
      id: text('The id that it is about.'),
      line: integer('The line of the text.', { minimum: 1 }),
      message: text('What is wrong.'),
      help: text('What to do.'),
    },
    'Something that was not applied.',
  ),
)

/** What an operation answers that changes a task. */
export const CHANGED = {
  saved: flag('False for a dry run, and where nothing had to be written.'),
  task: text('The task.'),
  path: text('Its state, relative to the root of the repository.'),
  sections: map(choice(OUTCOMES), 'What became of each section that was given.'),
  added: list(text(), 'Ids of new entries.'),
  archived: list(text(), 'Ids of entries that hold no longer.'),
  refused: list(REFUSED_PART, 'What was not applied.'),
  diff: text('What changed, as the log has it.'),
  recovered: list(text(), 'Ids of entries that the log did not record: it does now.'),
  base: text('A digest of the progress as it is now, to give with the next update.'),
  dry_run: flag('Nothing was written because of `dry_run`.'),
  notes: list(text(), 'What to know about it.'),
}

/** The required ones of these. */
export const CHANGED_REQUIRED = [
  'saved',
  'task',
  'path',
  'sections',
  'added',
  'archived',
  'refused',
  'base',
] as const

type Changed = ObjectOf<typeof CHANGED, (typeof CHANGED_REQUIRED)[number]>

type Changing<More> = {
  readonly args: { readonly dry_run?: boolean }
  readonly applying: Applying
  readonly memory: Memory
  /** What an answer has in addition to the change. */
  readonly more: More
}

/** The answer to an update: what becomes of it, and the plan that does it. */
export function answerChange<More extends JsonObject>(
  task: KnownTask,
  said: Said,
  { args, applying, memory, more }: Changing<More>,
): Answer<Changed & More> | Refusal {
  const changed = changeTask(task, said, applying, memory)
  if (typeof changed === 'string') {
    return refuse(
      `${safePath(task.path)} cannot be changed in place: ${safeText(changed)}`,
      'Nothing was written. Write the state in a simpler way: `memkeep check` shows what it holds.',
    )
  }
  const { plan, outcomes, added, archived, refused, lines, recovered, base } = changed
  const isPartly = refused.length > 0 || [...outcomes.values()].includes('failed')
  const data = {
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
  }
  const write = {
    plan,
    notes: notesOf(task, changed),
    ...(plan.size > 0 && { review: reviewLog(task, changed) }),
  }
  return { ...writeAnswer(args, data, write), ...(isPartly && { partly: true }) }
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

function shownRefusal({ section, id, line, message, help }: Refused): ValueOf<typeof REFUSED_PART> {
  return { section, ...(id !== null && { id }), ...(line !== undefined && { line }), message, help }
}

/** What was added and archived can be read in the log: its last block is not inside code or a comment. */
function reviewLog({ name }: KnownTask, { added, archived, recovered }: ChangedTask): OperationReview {
  return ({ memory }) => {
    const task = tasksOf(memory).find((one) => one.name === name)
    const facts = (task?.logs ?? []).flatMap((log) => logFactsOf(log) ?? [])
    const recorded = new Set(facts.flatMap((one) => [...one.added, ...one.archived].map(({ id }) => id)))
    const missing = [...added, ...archived, ...recovered.ids].filter((id) => !recorded.has(id))
    if (missing.length === 0) return null
    return refuse(
      `The log of ${safeText(name)} cannot be read behind its last block: ${safeText(missing[0] ?? '')} would be missing`,
      'Nothing was written. Close the code block or comment at the end of the log.',
    )
  }
}
