import type { JsonObject } from '../../core/json.ts'
import { option, type Settings } from '../../core/settings.ts'

const ROOT = '.agent-memory'

/** JSON Schemas of this layout's top-level settings. */
export const agentMemorySettingsSchema: { readonly [key: string]: JsonObject } = {
  agentMemory: {
    type: 'object',
    additionalProperties: false,
    description: 'Where the agent-memory layout keeps its files.',
    properties: {
      root: {
        type: 'string',
        minLength: 1,
        description: 'Records by scope, the archive and compaction reports; git ignores it.',
        default: ROOT,
      },
    },
    default: {},
  },
}

/** The directory of the layout, relative to the repository root, without a slash at the end. */
export function agentMemoryRoot(settings: Settings): string {
  const root = option(settings, 'agentMemory', 'root')
  return typeof root === 'string' ? root : ROOT
}
