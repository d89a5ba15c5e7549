import type { JsonObject } from '../../core/json.ts'
import { option, type Settings } from '../../core/settings.ts'

const KEY = 'template'
const ROOT = 'notes'

/** JSON Schema of this layout's settings: one top-level key, the layout's id in camel case, each value with its default. */
export const templateSettings: { readonly [key: string]: JsonObject } = {
  [KEY]: {
    type: 'object',
    additionalProperties: false,
    description: 'Where the notes lie.',
    properties: {
      root: { type: 'string', minLength: 1, description: 'The directory of the notes.', default: ROOT },
    },
    default: {},
  },
}

/** The directory of the notes, relative to the repository root, without a slash at the end. */
export function templateRoot(settings: Settings): string {
  const root = option(settings, KEY, 'root')
  return typeof root === 'string' ? root : ROOT
}
