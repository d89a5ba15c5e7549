import { defineOperation } from '../../../core/operation.ts'
import { closedObject, typed } from '../../../core/schema.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { line, READ } from '../store/answers.ts'
import { iterationPath, rootIn, statusOf } from '../store/files.ts'
import { ITERATION_MODEL, iterationModel } from '../store/models.ts'

/** Gives the whole memory of an iteration. */
export const loadIterationMemory = defineOperation({
  name: 'load_iteration_memory',
  title: 'Load iteration memory',
  description:
    'Gives the whole memory of an iteration as data, as the store does. A file that is absent is empty; one that cannot be read is named in `diagnostics`, and must not be taken for empty.',
  input: typed(
    'IterationMemoryQuery',
    closedObject(
      ['iteration_id'],
      { iteration_id: line('The iteration.', { minLength: 1 }) },
      'Which iteration.',
    ),
  ),
  output: typed(
    'LoadedIterationMemory',
    closedObject(
      ['memory', 'status', 'diagnostics'],
      { memory: ITERATION_MODEL, ...READ },
      'The memory of the iteration.',
    ),
  ),
  readOnly: true,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => [iterationPath(memory, args.iteration_id)],
  plan: (input) => {
    const { iteration_id: iteration } = input.args
    const path = iterationPath(input.memory, iteration)
    const status = statusOf([path], input)
    const data = { memory: iterationModel(rootIn(path, input), iteration), ...status }
    return { text: yamlText(data), data }
  },
})
