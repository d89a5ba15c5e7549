import { defineOperation } from '../../../core/operation.ts'
import { closedObject, text, typed } from '../../../core/schema.ts'
import { DRY_RUN, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import { iterationPath, SESSION_LISTS, unnamed, writableFile } from '../store/files.ts'
import { changedIterationFile, ITERATION_MODEL, iterationModel, listChanges } from '../store/models.ts'
import { sessionToWrite } from '../store/sessions.ts'

/** Saves the whole memory of an iteration as the difference to what is there. */
export const saveIterationMemory = defineOperation({
  name: 'save_iteration_memory',
  title: 'Save iteration memory',
  description:
    'Saves the whole memory of an iteration that was loaded before: new items are appended, fields that differ are set, and every other byte stays. Refused when an item is missing that is there by now.',
  input: typed(
    'IterationMemorySave',
    closedObject(
      ['memory'],
      { memory: { ...ITERATION_MODEL, 'x-flag': {} }, dry_run: DRY_RUN },
      'The memory of the iteration.',
    ),
  ),
  output: typed(
    'SavedIterationMemory',
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
  wants: ({ args, memory }) => [iterationPath(memory, args.memory.iteration_id)],
  plan: (input) => {
    const { args, memory } = input
    const wanted = args.memory
    const session = sessionToWrite(memory, wanted.iteration_id)
    if ('refusal' in session) return session
    const fault = textFault({ memory: wanted })
    if (fault) return fault
    const path = iterationPath(memory, session.id)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const found = listChanges({
      lists: SESSION_LISTS,
      present: iterationModel(file.root, session.id),
      wanted,
      // A caller that knows no ids gives an item without its own.
      wordsOf: (row, list) => JSON.stringify(unnamed(list, row).words),
    })
    if ('refusal' in found) return found
    if (found.changes.length === 0 && file.root !== null)
      return writeAnswer(args, { path }, { plan: new Map() })
    const changed = changedIterationFile(session.id, found.changes, input)
    return 'refusal' in changed ? changed : writeAnswer(args, { path }, changed)
  },
})
