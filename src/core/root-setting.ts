import type { JsonObject } from './json.ts'
import { option, type Settings } from './settings.ts'

/** A layout's only setting: the directory where its files lie. */
export type RootSetting = {
  /** JSON Schema of the layout's top-level setting. */
  readonly schema: { readonly [key: string]: JsonObject }
  /** The directory, relative to the repository root, without a slash at the end. */
  readonly read: (settings: Settings) => string
}

type RootTexts = {
  /** What the layout's key is for. */
  readonly description: string
  /** What lies in the directory. */
  readonly holds: string
  /** Where it lies when nothing is set. */
  readonly value: string
}

/** The setting `root` under a layout's top-level key, which is the layout's id in camel case. */
export function rootSetting(key: string, { description, holds, value }: RootTexts): RootSetting {
  const root = { type: 'string', minLength: 1, description: holds, default: value }
  return {
    schema: {
      [key]: {
        type: 'object',
        additionalProperties: false,
        description,
        properties: { root },
        default: {},
      },
    },
    read: (settings) => {
      const set = option(settings, key, 'root')
      return typeof set === 'string' ? set : value
    },
  }
}
