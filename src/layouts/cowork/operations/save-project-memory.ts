import type { Operation, OperationAnswer, OperationInput } from '../../../core/operation.ts'
import type { DataChange } from '../../../formats/edit-data.ts'
import { LISTS, projectMemoryPath } from '../rows.ts'
import { closed, DRY_RUN, text, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import { objectIn, writableFile } from '../store/files.ts'
import {
  changedProjectFile,
  EMPTY_PROJECT,
  fieldSplices,
  listSplices,
  PROJECT_MODEL,
  withDefaults,
} from '../store/models.ts'

/** Saves a whole project memory as the difference to what is there. */
export const saveProjectMemory: Operation = {
  name: 'save_project_memory',
  title: 'Save project memory',
  description:
    'Saves a whole project memory that was loaded before: new rows are appended, the context is set, and every other byte stays. Refused when a row is missing that is there by now, or a committed row differs: decisions and patterns are append-only.',
  input: closed('ProjectMemorySave', 'The project memory.', {
    required: ['memory'],
    properties: { memory: { ...PROJECT_MODEL, 'x-flag': {} }, dry_run: DRY_RUN },
  }),
  output: closed('SavedProjectMemory', 'Where it is.', {
    required: ['saved', 'path', 'dry_run'],
    properties: { path: text('The file, relative to the root of the repository.'), ...WRITTEN },
  }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  forPrograms: true,
  wants: ({ memory }) => [projectMemoryPath(memory.settings)],
  plan: (input) => {
    const wanted = objectIn(input.args, 'memory')
    const fault = textFault({ memory: wanted })
    if (fault) return fault
    const path = projectMemoryPath(input.memory.settings)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const present = withDefaults(file.root, EMPTY_PROJECT)
    const found = listSplices({ lists: LISTS, present, wanted, wordsOf: (row) => JSON.stringify(row) })
    if ('refusal' in found) return found
    const context = fieldSplices(['context'], objectIn(present, 'context'), objectIn(wanted, 'context'))
    const splices = [...found.splices, ...context]
    if (splices.length === 0) return writeAnswer(input.args, { data: { path }, files: [] })
    return written(splices, input)
  },
}

function written(splices: readonly DataChange[], input: OperationInput): OperationAnswer {
  const changed = changedProjectFile(splices, input)
  if ('refusal' in changed) return changed
  const { path, text: after } = changed
  return writeAnswer(input.args, { data: { path }, files: [[path, { kind: 'text', text: after }]] })
}
