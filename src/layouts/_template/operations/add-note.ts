import type { JsonObject } from '../../../core/json.ts'
import type { Operation, OperationCall, OperationInput } from '../../../core/operation.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { templateRoot } from '../claim.ts'

/**
 * Adds a note: one operation, complete. The file's name gives its export and its function in the library; `npm run generate`
 * registers it. The tool of the protocol, the command `memkeep template add`, its flags, the library's types and the page in
 * docs/operations follow from this declaration.
 */
export const addNote: Operation = {
  name: 'template_add_note',
  title: 'Add a note',
  description:
    'Saves one dated note in a new file. Notes are not edited afterwards. A note with the same title, day and text is not saved twice.',
  // Bound every text: whatever fits the schema reaches `plan`.
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['title', 'body'],
    properties: {
      title: {
        type: 'string',
        minLength: 1,
        maxLength: 100,
        description: 'What the note is about, in one line.',
      },
      body: {
        type: 'string',
        minLength: 1,
        maxLength: 65_536,
        description: 'The text of the note, as Markdown.',
        'x-flag': { stdin: 'the text of the note' },
      },
      tags: {
        type: 'array',
        maxItems: 20,
        items: { type: 'string', minLength: 1, maxLength: 60 },
        description: 'Words to filter by.',
      },
      dry_run: { type: 'boolean', description: 'Checks everything, shows the change and writes nothing.' },
    },
  },
  output: {
    type: 'object',
    additionalProperties: false,
    required: ['saved', 'path'],
    properties: {
      saved: { type: 'boolean', description: 'False for a dry run, and where the same note exists.' },
      path: { type: 'string', description: 'The file, relative to the root of the repository.' },
    },
  },
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
    const data: JsonObject = { saved: isNew && !isDry, path }
    return {
      text: yamlText(data),
      data,
      ...(isNew && { plan: new Map([[path, { kind: 'text', text }]]) }),
      ...(isDry && { dryRun: true }),
    }
  },
}

/** Letters and digits of the title name the file: no character of it leads out of the folder. */
function pathOf({ args, memory }: OperationCall): string {
  const words = String(args.title)
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ['note']
  return `${templateRoot(memory.settings)}/${memory.today}-${words.join('-')}.md`
}

function noteText({ args, memory }: OperationInput): string {
  const { title = '', body, tags } = args
  const fields: JsonObject = {
    title,
    date: memory.today,
    ...(Array.isArray(tags) && tags.length > 0 && { tags }),
  }
  return `---\n${yamlText(fields)}---\n\n${String(body).replace(/\n*$/, '\n')}`
}
