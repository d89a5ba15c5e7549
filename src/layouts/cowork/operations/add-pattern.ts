import { textList } from '../../../core/json.ts'
import { defineOperation } from '../../../core/operation.ts'
import { closedObject, typed } from '../../../core/schema.ts'
import { ADDED, ADDED_ALWAYS, addRow } from '../store/added-row.ts'
import { DRY_RUN, line, longText, SESSION, texts } from '../store/answers.ts'
import { storePaths } from '../store/files.ts'

/** Writes a pattern into project memory. */
export const addPattern = defineOperation({
  name: 'add_pattern',
  title: 'Add a pattern',
  description: `Writes a reusable pattern into project memory directly, with its detail file. Use it for what has proved itself; \`promote_to_project_memory\` with \`as\`: pattern is for items of the session. The same name with the same text is one pattern. Example: name="Repository per table", description="One module holds every statement about a table.", usage=["Start one with each new table."], tags=["storage"]`,
  input: typed(
    'NewPattern',
    closedObject(
      ['name', 'description'],
      {
        name: line('What it is called, in one line.'),
        description: longText('What it is.', { 'x-flag': { value: 'text', stdin: 'what the pattern is' } }),
        usage: texts('When and how to apply this pattern.', { 'x-flag': { commas: false } }),
        tags: texts('Categorization for filtering.'),
        code_example: longText('Optional code snippet.'),
        session: SESSION,
        dry_run: DRY_RUN,
      },
      'The pattern.',
    ),
  ),
  output: typed('AddedPattern', closedObject(ADDED_ALWAYS, ADDED, 'The row.')),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'cowork add-pattern',
    summary: 'write a pattern into project memory',
    examples: [
      "memkeep cowork add-pattern --name 'Repository per table' --description 'One module per table.' --tags storage,sql",
    ],
  },
  wants: ({ memory }) => storePaths(memory),
  plan: (input) => {
    const { name, description, usage, tags, code_example: code } = input.args
    return addRow(
      {
        list: 'patterns',
        title: name,
        content: description,
        before: null,
        row: ({ id, iteration }) => ({
          id,
          name: name.trim(),
          description,
          usage: textList(usage),
          tags: textList(tags),
          code_example: code || null,
          iteration_id: iteration,
          created_at: input.now,
        }),
      },
      input,
    )
  },
})
