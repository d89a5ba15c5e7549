import type { ChangeSet, ForPerson, Migration, MigrationInput, TextFile } from '../src/core/migration.ts'
import { frontMatterEdits } from '../src/formats/front-matter-edits.ts'
import type { Refusal } from '../src/formats/refusal.ts'
import { missingFields } from './plan-front-matter/missing-fields.ts'
import { planDocument } from './plan-front-matter/plan-document.ts'
import { presentFields } from './plan-front-matter/present-fields.ts'

/** Gives plans the front matter that they lack, from what they say, their names and their history. */
export const planFrontMatter: Migration = {
  id: '0001-plan-front-matter',
  summary: 'Adds the front matter that plans lack, from their own words, their names and their history.',
  choices: {
    'rename-keys':
      'Keys of other names (`title`, `date`, `state`) become `name`, `created` and `status`, values as they are.',
    'keep-status': 'A status in other words (`completed`, `active`) stays, and is named for a person.',
  },
  wants: ({ layout, kind }) => layout === 'workspace' && kind === 'plan',
  needsHistory: true,
  plan: (input) => {
    const planned = input.files.map((file) => planFile(file, input))
    return {
      sets: planned.flatMap(({ set }) => (set ? [set] : [])),
      forPerson: planned.flatMap(({ forPerson }) => forPerson),
    }
  },
}

type Planned = { readonly set: ChangeSet | null; readonly forPerson: readonly ForPerson[] }

function planFile(file: TextFile, { history, choices, statusDefault }: MigrationInput): Planned {
  const { path, text } = file
  const document = planDocument(file)
  if ('refused' in document) return refused(path, document)
  const present = presentFields(document, choices)
  const missing = missingFields(document, {
    history: history.get(path),
    renamed: present.renamed,
    statusDefault,
  })
  const added = frontMatterEdits(text, missing.fields)
  if ('refused' in added) return refused(path, added)
  const edits = [...present.edits, ...added.edits]
  const values = [...present.values, ...missing.values]
  return {
    set: edits.length > 0 ? [{ kind: 'edit', path, edits, values }] : null,
    forPerson: [...present.forPerson, ...missing.forPerson],
  }
}

function refused(path: string, { refused: what, line }: Refusal): Planned {
  return { set: null, forPerson: [{ path, line, what }] }
}
