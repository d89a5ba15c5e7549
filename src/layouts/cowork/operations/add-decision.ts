import { textList } from '../../../core/json.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, typed } from '../../../core/schema.ts'
import { ADDED, ADDED_ALWAYS, addRow } from '../store/added-row.ts'
import { DRY_RUN, line, longText, SESSION, texts } from '../store/answers.ts'
import { storePaths } from '../store/files.ts'

/** Writes a decision into project memory. */
export const addDecision = defineOperation({
  name: 'add_decision',
  title: 'Add a decision',
  description: `Writes a decision into project memory directly, with its detail file. Use it for what the user decided or confirmed; \`promote_to_project_memory\` is for items of the session. Decisions are not edited afterwards: a later one says what changed. The same title with the same text is one decision. Example: title="SQLite keeps the local store", context="The command runs without a server.", decision="One file per project.", consequences=["One writer at a time."]`,
  input: typed(
    'NewDecision',
    closedObject(
      ['title', 'context', 'decision'],
      {
        title: line('What it is about, in one line.'),
        context: longText('Background and problem statement.'),
        decision: longText('The actual decision made.', {
          'x-flag': { value: 'text', stdin: 'the decision' },
        }),
        consequences: texts('Pros and cons of the decision.', {
          'x-flag': { name: 'consequence', commas: false },
        }),
        session: SESSION,
        dry_run: DRY_RUN,
      },
      'The decision.',
    ),
  ),
  output: typed('AddedDecision', closedObject(ADDED_ALWAYS, ADDED, 'The row.')),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'cowork add-decision',
    summary: 'write a decision into project memory',
    examples: [
      "memkeep cowork add-decision --title 'SQLite keeps the local store' --context 'No server.' --decision 'One file per project.' --consequence 'One writer at a time.'",
    ],
  },
  wants: ({ memory }) => storePaths(memory),
  plan: (input) => {
    const { title, context, decision, consequences } = input.args
    return addRow(
      {
        list: 'decisions',
        title,
        content: decision,
        before: context,
        row: ({ id, iteration }) => ({
          id,
          title: title.trim(),
          context,
          decision,
          consequences: textList(consequences),
          iteration_id: iteration,
          created_at: input.now,
        }),
      },
      input,
    )
  },
})
