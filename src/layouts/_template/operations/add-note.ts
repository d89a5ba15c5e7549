import type { JsonObject } from '../../../core/json.ts'
import { defineOperation, type OperationInput } from '../../../core/operation.ts'
import { closedObject, flag, list, text, type ValueOf } from '../../../core/schema.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { templateRoot } from '../claim.ts'

/** Bound every text: whatever fits the schema reaches `plan`. */
const input = closedObject(['title', 'body'], {
  title: text('What the note is about, in one line.', { minLength: 1, maxLength: 100 }),
  body: text('The text of the note, as Markdown.', {
    minLength: 1,
    maxLength: 65_536,
    'x-flag': { stdin: 'the text of the note' },
  }),
  tags: list(text(undefined, { minLength: 1, maxLength: 60 }), 'Words to filter by.', { maxItems: 20 }),
  dry_run: flag('Checks everything, shows the change and writes nothing.'),
})

type Note = ValueOf<typeof input>

/**
 * Adds a note: one operation, complete. The file's name gives its export and its function in the library; `npm run generate`
 * registers it. The tool of the protocol, the command `memkeep template add`, its flags, the library's types and the page in
 * docs/operations follow from this declaration.
 */
export const addNote = defineOperation({
  name: 'template_add_note',
  title: 'Add a note',
  description:
    'Saves one dated note in a new file. Notes are not edited afterwards. A note with the same title, day and text is not saved twice.',
  input,
  output: closedObject(['saved', 'path'], {
    saved: flag('False for a dry run, and where the same note exists.'),
    path: text('The file, relative to the root of the repository.'),
  }),
  readOnly: false,
  destructive: false,
  idempotent: true,
  command: {
    name: 'template add',
    summary: 'add a dated note',
    examples: ["memkeep template add --title 'Prices are in cents' --body 'Never in floats.'"],
  },
  // The list of notes is derived: it is rebuilt in the same step.
  wants: (input) => [pathOf(input)],
  plan: (input) => {
    const path = pathOf(input)
    const text = noteText(input)
    const present = input.sources.get(path)
    if (input.memory.files.has(path) && present?.text !== text) {
      return {
        refusal: `${path} exists, and says something else`,
        help: 'Give the note another title.',
      }
    }
    const isNew = present === undefined
    const isDry = input.args.dry_run === true
    const data = { saved: isNew && !isDry, path }
    return {
      text: yamlText(data),
      data,
      ...(isNew && { plan: new Map([[path, { kind: 'text', text }]]) }),
      ...(isDry && { dryRun: true }),
    }
  },
})

/** Letters and digits of the title name the file: no character of it leads out of the folder. */
function pathOf({ args, memory }: OperationInput<Note>): string {
  const words = args.title.toLowerCase().match(/[a-z0-9]+/g) ?? ['note']
  return `${templateRoot(memory.settings)}/${memory.today}-${words.join('-')}.md`
}

function noteText({ args, memory }: OperationInput<Note>): string {
  const { title, body, tags = [] } = args
  const fields: JsonObject = {
    title,
    date: memory.today,
    ...(tags.length > 0 && { tags }),
  }
  return `---\n${yamlText(fields)}---\n\n${body.replace(/\n*$/, '\n')}`
}
