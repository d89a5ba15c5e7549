import type { Operation } from '../../../core/operation.ts'
import { closed, DRY_RUN, line, text, WRITTEN, writeAnswer } from '../store/answers.ts'
import { iterationPath, textOf, writableFile } from '../store/files.ts'
import { changedIterationFile, emptyIteration, ITERATION_MODEL, withDefaults } from '../store/models.ts'
import { sessionNameFault } from '../store/sessions.ts'

/** Gives the memory of an iteration, and makes its file where there is none. */
export const ensureIterationMemory: Operation = {
  name: 'ensure_iteration_memory',
  title: 'Ensure iteration memory',
  description:
    'Gives the whole memory of an iteration, and writes an empty file where there is none, as the store does.',
  input: closed('IterationMemoryEnsured', 'Which iteration.', {
    required: ['iteration_id'],
    properties: { iteration_id: line('The iteration.', { minLength: 1 }), dry_run: DRY_RUN },
  }),
  output: closed('EnsuredIterationMemory', 'The memory of the iteration.', {
    required: ['saved', 'memory', 'path', 'dry_run'],
    properties: {
      memory: ITERATION_MODEL,
      path: text('The file, relative to the root of the repository.'),
      ...WRITTEN,
    },
  }),
  readOnly: false,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => [iterationPath(memory, textOf(args.iteration_id))],
  plan: (input) => {
    const { args, memory } = input
    const iteration = textOf(args.iteration_id).normalize('NFC')
    const fault = sessionNameFault(iteration, memory)
    if (fault) return fault
    const path = iterationPath(memory, iteration)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const data = { memory: withDefaults(file.root, emptyIteration(iteration)), path }
    if (file.root !== null) return writeAnswer(args, { data, files: [] })
    const made = changedIterationFile(iteration, [], input)
    if ('refusal' in made) return made
    return writeAnswer(args, { data, files: [[path, { kind: 'text', text: made.text }]] })
  },
}
