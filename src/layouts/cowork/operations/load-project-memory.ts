import { defineOperation } from '../../../core/operation.ts'
import { closedObject, typed } from '../../../core/schema.ts'
import { yamlText } from '../../../formats/yaml/yaml-text.ts'
import { projectMemoryPath } from '../rows.ts'
import { READ } from '../store/answers.ts'
import { rootIn, statusOf } from '../store/files.ts'
import { PROJECT_MODEL, projectModel } from '../store/models.ts'

/** Gives the whole project memory. */
export const loadProjectMemory = defineOperation({
  name: 'load_project_memory',
  title: 'Load project memory',
  description:
    'Gives the whole project memory as data, as the store does. A file that is absent is empty; one that cannot be read is named in `diagnostics`, and must not be taken for empty.',
  input: typed('ProjectMemoryQuery', closedObject([], {}, 'Nothing needs to be said.')),
  output: typed(
    'LoadedProjectMemory',
    closedObject(
      ['memory', 'status', 'diagnostics'],
      { memory: PROJECT_MODEL, ...READ },
      'The project memory.',
    ),
  ),
  readOnly: true,
  destructive: false,
  idempotent: true,
  forPrograms: true,
  wants: ({ memory }) => [projectMemoryPath(memory.settings)],
  plan: (input) => {
    const path = projectMemoryPath(input.memory.settings)
    const status = statusOf([path], input)
    const data = { memory: projectModel(rootIn(path, input)), ...status }
    return { text: yamlText(data), data }
  },
})
