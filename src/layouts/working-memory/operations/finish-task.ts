import { safePath, safeText } from '../../../core/messages.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, flag, list, text, typed } from '../../../core/schema.ts'
import { editYaml } from '../../../formats/yaml/edit-yaml.ts'
import { refuse, writeAnswer } from '../../../stores/answer.ts'
import { planText } from '../../../stores/plans.ts'
import { DRY_RUN, TASK } from '../store/answers.ts'
import { readTask, taskFiles } from '../store/known-task.ts'

/** Marks a task as finished; its memory stays. */
export const finishTask = defineOperation({
  name: 'working_memory_finish',
  title: 'Finish a task',
  description: `Marks a task as finished, with the time and a reason. Nothing is deleted: lists say that it is finished, and its memory can still be read.

Example: { "task": "lost-retries", "because": "the fix is merged" }`,
  input: typed(
    'FinishTaskArguments',
    closedObject(
      ['task'],
      {
        task: TASK,
        because: text('Why it is finished.', { minLength: 1, maxLength: 300 }),
        dry_run: DRY_RUN,
      },
      'The task.',
    ),
  ),
  output: typed(
    'FinishedTask',
    closedObject(
      ['saved', 'task', 'path', 'finished'],
      {
        saved: flag('False for a dry run, and where the task was finished.'),
        task: text('The task.'),
        path: text('Its state, relative to the root of the repository.'),
        finished: text('When it was finished.'),
        dry_run: flag('Nothing was written because of `dry_run`.'),
        notes: list(text(), 'What to know about it.'),
      },
      'The task.',
    ),
  ),
  everyday: true,
  readOnly: false,
  destructive: false,
  idempotent: true,
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
    const { name, path, source, state } = task
    const dataOf = (finished: string) => ({
      task: name,
      path,
      ...(args.dry_run && { dry_run: true }),
      finished,
    })
    if (state.finished !== null) {
      const notes = [`It is finished since ${safeText(state.finished)}.`]
      return writeAnswer(args, dataOf(state.finished), { plan: new Map(), notes })
    }
    const mark = { at: now, ...(args.because !== undefined && { reason: args.because }) }
    const spliced = editYaml(source.text, [{ at: ['finished'], set: mark }])
    if ('refused' in spliced) {
      return refuse(
        `${safePath(path)} cannot be changed in place: ${safeText(spliced.refused)}`,
        'Nothing was written. Write `finished` in the file yourself.',
      )
    }
    return writeAnswer(args, dataOf(now), { plan: planText(path, spliced.text) })
  },
})
