import type { JsonObject } from '../../core/json.ts'
import { option, type Settings } from '../../core/settings.ts'

const ROOT = 'memory'

/** JSON Schema of this layout's top-level setting. */
export const atomicSettingsSchema: { readonly [key: string]: JsonObject } = {
  atomic: {
    type: 'object',
    additionalProperties: false,
    description: 'Where the atomic layout keeps its files.',
    properties: {
      root: {
        type: 'string',
        minLength: 1,
        description: 'The directory of the category folders: facts, decisions, goals, tasks, reflections.',
        default: ROOT,
      },
    },
    default: {},
  },
}

/** The directory of the category folders, relative to the repository root, without a slash at the end. */
export function atomicRoot(settings: Settings): string {
  const root = option(settings, 'atomic', 'root')
  return typeof root === 'string' ? root : ROOT
}
