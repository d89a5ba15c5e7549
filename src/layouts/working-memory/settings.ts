import type { JsonObject } from '../../core/json.ts'
import { option, type Settings } from '../../core/settings.ts'

const DEFAULT_ROOT = '.working-memory'

/** JSON Schema of this layout's top-level setting. */
export const workingMemorySettingsSchema: { readonly [key: string]: JsonObject } = {
  workingMemory: {
    type: 'object',
    additionalProperties: false,
    description: 'Where the working memory of tasks lies.',
    properties: {
      root: {
        type: 'string',
        minLength: 1,
        description: 'The directory that holds a directory for each task.',
        default: DEFAULT_ROOT,
      },
    },
    default: {},
  },
}

/** The root, relative to the repository root, without a slash at the end. */
export function workingMemoryRoot(settings: Settings): string {
  const root = option(settings, 'workingMemory', 'root')
  return typeof root === 'string' ? root : DEFAULT_ROOT
}
