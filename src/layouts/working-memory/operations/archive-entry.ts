import { defineOperation } from '../../../core/operation.ts'
import { closedObject, text, typed } from '../../../core/schema.ts'
import { refuse } from '../../../stores/answer.ts'
import { isOneLine, NO_UPDATE, PREFIXES } from '../dsl/grammar.ts'
import { answerChange, CHANGED, CHANGED_REQUIRED, DRY_RUN, TASK } from '../store/answers.ts'
import { readTask, taskFiles } from '../store/known-task.ts'

/** Archives one entry: an update of one bullet. */
export const archiveEntry = defineOperation({
  name: 'working_memory_archive',
  title: 'Archive an entry of a task',
  description: `Archives one key learning or snippet of a task that no longer holds: it stays in the state, marked with the reason, and no prompt shows it any more. Agents do the same by an ARCHIVE bullet of \`working_memory_apply\`.

Example: { "task": "lost-retries", "id": "KL-3", "because": "the queue was replaced" }`,
  input: typed(
    'ArchiveEntryArguments',
    closedObject(
      ['task', 'id', 'because'],
      {
        task: TASK,
        id: text('The entry: `KL-3`, `VC-1`.', {
          minLength: 1,
          maxLength: 20,
          pattern: '^(?:KL|VC)-[1-9][0-9]{0,14}$',
          'x-flag': { argument: true },
        }),
        because: text('Why it no longer holds, in one sentence.', { minLength: 1, maxLength: 300 }),
        dry_run: DRY_RUN,
      },
      'One entry.',
    ),
  ),
  output: typed('ArchivedEntry', closedObject(CHANGED_REQUIRED, CHANGED, 'What became of it.')),
  readOnly: false,
  destructive: true,
  idempotent: true,
  forPrograms: true,
  command: {
    name: 'working archive',
    summary: 'archive a key learning or snippet of a task, with a reason',
    examples: ["memkeep working archive lost-retries KL-3 --because 'the queue was replaced'"],
  },
  wants: taskFiles,
  plan: (input) => {
    const { args, memory, now } = input
    const task = readTask(input)
    if ('refusal' in task) return task
    const { id } = args
    const reason = args.because.trim()
    if (reason === '' || !isOneLine(reason)) {
      return refuse('The reason is not one line of text', 'Say in one sentence why, as `because`.')
    }
    const section = id.startsWith(PREFIXES.learnings) ? 'learnings' : 'verbatim'
    const update = { ...NO_UPDATE, [section]: { add: [], archive: [{ id, reason }] } }
    const said = { update, sections: [section], refused: [], notes: [] } as const
    const applying = { now, strict: false, base: null, remarks: [] }
    return answerChange(task, said, { args, applying, memory, more: {} })
  },
})
