import { defineOperation } from '../../../core/operation.ts'
import { closedObject, text, typed } from '../../../core/schema.ts'
import { LISTS, projectMemoryPath } from '../rows.ts'
import { DRY_RUN, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import { writableFile } from '../store/files.ts'
import {
  changedProjectFile,
  fieldChanges,
  listChanges,
  PROJECT_MODEL,
  projectModel,
} from '../store/models.ts'

/** Saves a whole project memory as the difference to what is there. */
export const saveProjectMemory = defineOperation({
  name: 'save_project_memory',
  title: 'Save project memory',
  description:
    'Saves a whole project memory that was loaded before: new rows are appended, the context is set, and every other byte stays. Refused when a row is missing that is there by now, or a committed row differs: decisions and patterns are append-only.',
  input: typed(
    'ProjectMemorySave',
    closedObject(
      ['memory'],
      { memory: { ...PROJECT_MODEL, 'x-flag': {} }, dry_run: DRY_RUN },
      'The project memory.',
    ),
  ),
  output: typed(
    'SavedProjectMemory',
    closedObject(
      ['saved', 'path', 'dry_run'],
      { path: text('The file, relative to the root of the repository.'), ...WRITTEN },
      'Where it is.',
    ),
  ),
  readOnly: false,
  destructive: true,
  idempotent: true,
  forPrograms: true,
  wants: ({ memory }) => [projectMemoryPath(memory.settings)],
  plan: (input) => {
    const { args } = input
    const wanted = args.memory
    const fault = textFault({ memory: wanted })
    if (fault) return fault
    const path = projectMemoryPath(input.memory.settings)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const present = projectModel(file.root)
    const found = listChanges({ lists: LISTS, present, wanted, wordsOf: (row) => JSON.stringify(row) })
    if ('refusal' in found) return found
    const changes = [...found.changes, ...fieldChanges(['context'], present.context, wanted.context)]
    if (changes.length === 0) return writeAnswer(args, { path }, { plan: new Map() })
    const changed = changedProjectFile(changes, input)
    return 'refusal' in changed ? changed : writeAnswer(args, { path }, changed)
  },
})
