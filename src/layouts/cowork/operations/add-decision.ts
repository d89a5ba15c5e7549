import { textList } from '../../../core/json.ts'
import type { Operation } from '../../../core/operation.ts'
import { ADDED, ADDED_ALWAYS, addRow } from '../store/added-row.ts'
import { closed, DRY_RUN, line, longText, SESSION, texts } from '../store/answers.ts'
import { storePaths, textOf } from '../store/files.ts'

/** Writes a decision into project memory. */
export const addDecision: Operation = {
  name: 'add_decision',
  title: 'Add a decision',
  description: `Writes a decision into project memory directly, with its detail file. Use it for what the user decided or confirmed; \`promote_to_project_memory\` is for items of the session. Decisions are not edited afterwards: a later one says what changed. The same title with the same text is one decision. Example: title="SQLite keeps the local store", context="The command runs without a server.", decision="One file per project.", consequences=["One writer at a time."]`,
  input: closed('NewDecision', 'The decision.', {
    required: ['title', 'context', 'decision'],
    properties: {
      title: line('What it is about, in one line.'),
      context: longText('Background and problem statement.'),
      decision: longText('The actual decision made.', { 'x-flag': { value: 'text', stdin: 'the decision' } }),
      consequences: texts('Pros and cons of the decision.', {
        'x-flag': { name: 'consequence', commas: false },
      }),
      session: SESSION,
      dry_run: DRY_RUN,
    },
  }),
  output: closed('AddedDecision', 'The row.', { required: ADDED_ALWAYS, properties: ADDED }),
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
    const { args, now } = input
    const [context, decision] = [textOf(args.context), textOf(args.decision)]
    return addRow(
      {
        list: 'decisions',
        title: textOf(args.title),
        content: decision,
        before: context,
        row: ({ id, iteration }) => ({
          id,
          title: textOf(args.title).trim(),
          context,
          decision,
          consequences: textList(args.consequences),
          iteration_id: iteration,
          created_at: now,
        }),
      },
      input,
    )
  },
}
