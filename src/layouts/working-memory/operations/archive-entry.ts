import { closedObject, type Operation } from '../../../core/operation.ts'
import { isOneLine, PREFIXES, type Update } from '../dsl/grammar.ts'
import { answerChange, CHANGED, CHANGED_REQUIRED, DRY_RUN, TASK, text, typed } from '../store/answers.ts'
import { readTask, taskFiles } from '../store/known-task.ts'

/** Archives one entry: an update of one bullet. */
export const archiveEntry: Operation = {
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
        id: text('The entry: `KL-3`, `VC-1`.', 20, {
          pattern: '^(?:KL|VC)-[1-9][0-9]{0,14}$',
          'x-flag': { argument: true },
        }),
        because: text('Why it no longer holds, in one sentence.', 300),
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
    const [id, reason] = [String(args.id), String(args.because).trim()]
    if (reason === '' || !isOneLine(reason)) {
      return { refusal: 'The reason is not one line of text', help: 'Say in one sentence why, as `because`.' }
    }
    const section = id.startsWith(PREFIXES.learnings) ? 'learnings' : 'verbatim'
    const update: Update = {
      progress: null,
      learnings: null,
      verbatim: null,
      [section]: { add: [], archive: [{ id, reason }] },
    }
    const said = { update, sections: [section], refused: [], notes: [] } as const
    const applying = { now, strict: false, base: null, remarks: [] }
    return answerChange(task, said, { applying, memory, isDry: args.dry_run === true })
  },
}
