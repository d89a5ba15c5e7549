import type { JsonObject } from '../../core/json.ts'
import { option, type Settings } from '../../core/settings.ts'

/** The layout's settings, with defaults filled in. */
export type CoworkSettings = {
  /** Relative to the repository root, without a slash at the end. */
  readonly root: string
}

const ROOT = '.cowork'

/** JSON Schemas of this layout's top-level settings. */
export const coworkSettingsSchema: { readonly [key: string]: JsonObject } = {
  cowork: {
    type: 'object',
    additionalProperties: false,
    description: 'Where the cowork layout keeps its files.',
    properties: {
      root: {
        type: 'string',
        minLength: 1,
        description: 'Project memory, iterations and session.json.',
        default: ROOT,
      },
    },
    default: {},
  },
}

/** Reads the layout's settings; a value that is absent takes its default. */
export function coworkSettings(settings: Settings): CoworkSettings {
  const root = option(settings, 'cowork', 'root')
  return { root: typeof root === 'string' ? root : ROOT }
}
