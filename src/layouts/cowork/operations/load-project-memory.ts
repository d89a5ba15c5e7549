import type { Operation } from '../../../core/operation.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { projectMemoryPath } from '../rows.ts'
import { closed, READ } from '../store/answers.ts'
import { diagnosticsOf, readStoreFile, statusOf } from '../store/files.ts'
import { EMPTY_PROJECT, PROJECT_MODEL, withDefaults } from '../store/models.ts'

/** Gives the whole project memory. */
export const loadProjectMemory: Operation = {
  name: 'load_project_memory',
  title: 'Load project memory',
  description:
    'Gives the whole project memory as data, as the store does. A file that is absent is empty; one that cannot be read is named in `diagnostics`, and must not be taken for empty.',
  input: closed('ProjectMemoryQuery', 'Nothing needs to be said.', { properties: {} }),
  output: closed('LoadedProjectMemory', 'The project memory.', {
    required: ['memory', 'status', 'diagnostics'],
    properties: { memory: PROJECT_MODEL, ...READ },
  }),
  readOnly: true,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ memory }) => [projectMemoryPath(memory.settings)],
  plan: (input) => {
    const path = projectMemoryPath(input.memory.settings)
    const file = readStoreFile(path, input)
    const diagnostics = diagnosticsOf([path], input)
    const memory = withDefaults(file.state === 'read' ? file.root : null, EMPTY_PROJECT)
    const data = { memory, status: statusOf(diagnostics), diagnostics }
    return { text: yamlText({ status: data.status, diagnostics }), data }
  },
}
