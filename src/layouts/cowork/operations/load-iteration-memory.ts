import type { Operation } from '../../../core/operation.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { closed, line, READ } from '../store/answers.ts'
import { diagnosticsOf, iterationPath, readStoreFile, statusOf, textOf } from '../store/files.ts'
import { emptyIteration, ITERATION_MODEL, withDefaults } from '../store/models.ts'

/** Gives the whole memory of an iteration. */
export const loadIterationMemory: Operation = {
  name: 'load_iteration_memory',
  title: 'Load iteration memory',
  description:
    'Gives the whole memory of an iteration as data, as the store does. A file that is absent is empty; one that cannot be read is named in `diagnostics`, and must not be taken for empty.',
  input: closed('IterationMemoryQuery', 'Which iteration.', {
    required: ['iteration_id'],
    properties: { iteration_id: line('The iteration.', { minLength: 1 }) },
  }),
  output: closed('LoadedIterationMemory', 'The memory of the iteration.', {
    required: ['memory', 'status', 'diagnostics'],
    properties: { memory: ITERATION_MODEL, ...READ },
  }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ args, memory }) => [iterationPath(memory, textOf(args.iteration_id))],
  plan: (input) => {
    const iteration = textOf(input.args.iteration_id)
    const path = iterationPath(input.memory, iteration)
    const file = readStoreFile(path, input)
    const diagnostics = diagnosticsOf([path], input)
    const memory = withDefaults(file.state === 'read' ? file.root : null, emptyIteration(iteration))
    const data = { memory, status: statusOf(diagnostics), diagnostics }
    return { text: yamlText({ status: data.status, diagnostics }), data }
  },
}
