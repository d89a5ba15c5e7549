import type { Operation } from '../../../core/operation.ts'
import { closed, DRY_RUN, text, textFault, WRITTEN, writeAnswer } from '../store/answers.ts'
import { iterationPath, objectIn, SESSION_LISTS, textOf, unnamed, writableFile } from '../store/files.ts'
import {
  changedIterationFile,
  emptyIteration,
  ITERATION_MODEL,
  listSplices,
  withDefaults,
} from '../store/models.ts'
import { sessionToWrite } from '../store/sessions.ts'

/** Saves the whole memory of an iteration as the difference to what is there. */
export const saveIterationMemory: Operation = {
  name: 'save_iteration_memory',
  title: 'Save iteration memory',
  description:
    'Saves the whole memory of an iteration that was loaded before: new items are appended, fields that differ are set, and every other byte stays. Refused when an item is missing that is there by now.',
  input: closed('IterationMemorySave', 'The memory of the iteration.', {
    required: ['memory'],
    properties: { memory: { ...ITERATION_MODEL, 'x-flag': {} }, dry_run: DRY_RUN },
  }),
  output: closed('SavedIterationMemory', 'Where it is.', {
    required: ['saved', 'path', 'dry_run'],
    properties: { path: text('The file, relative to the root of the repository.'), ...WRITTEN },
  }),
  readOnly: false,
  destructive: true,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => [iterationPath(memory, textOf(objectIn(args, 'memory').iteration_id))],
  plan: (input) => {
    const { args, memory } = input
    const wanted = objectIn(args, 'memory')
    const session = sessionToWrite(memory, textOf(wanted.iteration_id))
    if ('refusal' in session) return session
    const fault = textFault({ memory: wanted })
    if (fault) return fault
    const path = iterationPath(memory, session.id)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const found = listSplices({
      lists: SESSION_LISTS,
      present: withDefaults(file.root, emptyIteration(session.id)),
      wanted,
      // A caller that knows no ids gives an item without its own.
      wordsOf: (row, list) => JSON.stringify(unnamed(list, row).words),
    })
    if ('refusal' in found) return found
    if (found.splices.length === 0 && file.root !== null)
      return writeAnswer(args, { data: { path }, files: [] })
    const changed = changedIterationFile(session.id, found.splices, input)
    if ('refusal' in changed) return changed
    return writeAnswer(args, { data: { path }, files: [[path, { kind: 'text', text: changed.text }]] })
  },
}
