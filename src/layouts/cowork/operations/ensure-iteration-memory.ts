import { defineOperation } from '../../../core/operation.ts'
import { closedObject, text, typed } from '../../../core/schema.ts'
import { DRY_RUN, line, WRITTEN, writeAnswer } from '../store/answers.ts'
import { iterationPath, writableFile } from '../store/files.ts'
import { changedIterationFile, ITERATION_MODEL, iterationModel } from '../store/models.ts'
import { sessionNameFault } from '../store/sessions.ts'

/** Gives the memory of an iteration, and makes its file where there is none. */
export const ensureIterationMemory = defineOperation({
  name: 'ensure_iteration_memory',
  title: 'Ensure iteration memory',
  description:
    'Gives the whole memory of an iteration, and writes an empty file where there is none, as the store does.',
  input: typed(
    'IterationMemoryEnsured',
    closedObject(
      ['iteration_id'],
      { iteration_id: line('The iteration.', { minLength: 1 }), dry_run: DRY_RUN },
      'Which iteration.',
    ),
  ),
  output: typed(
    'EnsuredIterationMemory',
    closedObject(
      ['saved', 'memory', 'path', 'dry_run'],
      {
        memory: ITERATION_MODEL,
        path: text('The file, relative to the root of the repository.'),
        ...WRITTEN,
      },
      'The memory of the iteration.',
    ),
  ),
  readOnly: false,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => [iterationPath(memory, args.iteration_id)],
  plan: (input) => {
    const { args, memory } = input
    const iteration = args.iteration_id.normalize('NFC')
    const fault = sessionNameFault(iteration, memory)
    if (fault) return fault
    const path = iterationPath(memory, iteration)
    const file = writableFile(path, input)
    if ('refusal' in file) return file
    const data = { memory: iterationModel(file.root, iteration), path }
    if (file.root !== null) return writeAnswer(args, data, { plan: new Map() })
    const made = changedIterationFile(iteration, [], input)
    return 'refusal' in made ? made : writeAnswer(args, data, made)
  },
})
