import type { JsonObject } from '../../../core/json.ts'
import { safePath, safeText } from '../../../core/messages.ts'
import { closedObject, type Operation } from '../../../core/operation.ts'
import { editYaml } from '../../../formats/yaml/edit-yaml.ts'
import { answerOf, DRY_RUN, flag, said, TASK, text, typed } from '../store/answers.ts'
import { readTask, taskFiles } from '../store/known-task.ts'

/** Marks a task as finished; its memory stays. */
export const finishTask: Operation = {
  name: 'working_memory_finish',
  title: 'Finish a task',
  description: `Marks a task as finished, with the time and a reason. Nothing is deleted: lists say that it is finished, and its memory can still be read.

Example: { "task": "lost-retries", "because": "the fix is merged" }`,
  input: typed(
    'FinishTaskArguments',
    closedObject(
      ['task'],
      { task: TASK, because: text('Why it is finished.', 300), dry_run: DRY_RUN },
      'The task.',
    ),
  ),
  output: typed(
    'FinishedTask',
    closedObject(
      ['saved', 'task', 'path', 'finished'],
      {
        saved: flag('False for a dry run, and where the task was finished.'),
        task: said('The task.'),
        path: said('Its state, relative to the root of the repository.'),
        finished: said('When it was finished.'),
        dry_run: flag('Nothing was written because of `dry_run`.'),
        notes: { type: 'array', items: { type: 'string' }, description: 'What to know about it.' },
      },
      'The task.',
    ),
  ),
  readOnly: false,
  destructive: false,
  idempotent: true,
  // A person finishes a task; an agent needs no tool for it.
  forPrograms: true,
  command: {
    name: 'working finish',
    summary: 'mark a task as finished; its memory stays',
    examples: ["memkeep working finish lost-retries --because 'the fix is merged'"],
  },
  wants: taskFiles,
  plan: (input) => {
    const { args, now } = input
    const task = readTask(input)
    if ('refusal' in task) return task
    const { finished } = task.state
    const isDry = args.dry_run === true
    const shared = { task: task.name, path: task.path, ...(isDry && { dry_run: true }) }
    if (finished !== null) {
      const notes = [`It is finished since ${safeText(finished)}.`]
      return answerOf({ saved: false, ...shared, finished, notes })
    }
    const mark: JsonObject = { at: now, ...(typeof args.because === 'string' && { reason: args.because }) }
    const spliced = editYaml(task.source.text, [{ at: ['finished'], set: mark }])
    if ('refused' in spliced) {
      return {
        refusal: `${safePath(task.path)} cannot be changed in place: ${safeText(spliced.refused)}`,
        help: 'Nothing was written. Write `finished` in the file yourself.',
      }
    }
    return {
      ...answerOf({ saved: !isDry, ...shared, finished: now }),
      plan: new Map([[task.path, { kind: 'text', text: spliced.text }]]),
      ...(isDry && { dryRun: true }),
    }
  },
}
