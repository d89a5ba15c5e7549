import type { JsonObject } from '../../core/json.ts'
import { readOption, type Settings } from '../../core/settings.ts'

const KEY = 'memory-bank'

const most = (unit: string): JsonObject => ({
  type: 'integer',
  minimum: 1,
  description: `How many ${unit} the files of a memory bank may have together; no limit when absent.`,
})

/** JSON Schema of the layout's top-level setting. */
export const bankSettings: { readonly [key: string]: JsonObject } = {
  [KEY]: {
    type: 'object',
    additionalProperties: false,
    description: 'How much a memory bank may be: all of it is read at the start of every task.',
    properties: { lines: most('lines'), tokens: most('estimated tokens') },
    default: {},
  },
}

/** The limits that are set, null for none. */
export function limitsOf(settings: Settings): {
  readonly lines: number | null
  readonly tokens: number | null
} {
  const read = (key: string): number | null => {
    const value = readOption(settings, KEY, key)
    return typeof value === 'number' ? value : null
  }
  return { lines: read('lines'), tokens: read('tokens') }
}
