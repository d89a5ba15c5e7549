import { isJsonObject, type JsonObject } from '../../core/json.ts'
import type { LogShape } from '../../core/log-shape.ts'
import { type History, perSettings, readOption, type Settings } from '../../core/settings.ts'

/** What settings say of a log. */
export type LogSetting = {
  /** A path from the top of the repository, or a pattern. */
  readonly path: string
  /** The same as a list, which is compiled once. */
  readonly places: readonly string[]
  /** The form of an entry's first line; undefined where the file shows it. */
  readonly entries: string | undefined
  /** Undefined where nothing is promised. */
  readonly order: 'oldest-first' | 'newest-first' | undefined
  readonly history: History
  /** Entries above which the log is to be shortened; undefined where the log's size decides as well. */
  readonly growth: number | undefined
  /** It is no log. */
  readonly ignore: boolean
}

/** The key of the forms that files had before, among the settings of one run: no file of settings can hold it. */
const BEFORE = 'logs before'

/** Settings under which a file is read by a form. */
export function withForm(settings: Settings, path: string, shape: LogShape): Settings {
  const held = { ...formsBefore(settings), [path]: shape }
  return { ...settings, options: { ...settings.options, [BEFORE]: held } }
}

/** The form that a file had before, where it is to be read so. */
export function formHeld(settings: Settings, path: string): LogShape | null {
  const shape = formsBefore(settings)[path]
  return isJsonObject(shape) ? (shape as unknown as LogShape) : null
}

function formsBefore(settings: Settings): JsonObject {
  const held = settings.options[BEFORE]
  return isJsonObject(held) ? held : {}
}

/** Past some fifty entries a log that is read whole costs more than it gives. */
export const MOST_ENTRIES = 50

/** JSON Schema of the layout's top-level setting. */
export const logSettingsSchema: { readonly [key: string]: JsonObject } = {
  logs: {
    type: 'array',
    description: 'Logs, and how their entries start.',
    items: {
      type: 'object',
      additionalProperties: false,
      required: ['path'],
      properties: {
        path: {
          type: 'string',
          minLength: 1,
          description: 'The file, from the top of the repository; `*` and `**/` as in git.',
        },
        entries: {
          type: 'string',
          pattern: '\\{(?:title|date)\\}|^#{1,6}[ \\t]+[^{}]+$',
          description:
            'The first line of an entry: `### [{date}] {title}`, `- {date}: {title}`, `[{date}] - {title}`, `| {date} | {title} |`; `{id}` and `{any}` for other parts. A heading that all entries have, such as `## Decision`, is one as well.',
        },
        order: { enum: ['oldest-first', 'newest-first'], description: 'Where new entries go.' },
        history: {
          enum: ['free', 'append-only', 'immutable'],
          description: 'What may happen to entries.',
          default: 'free',
        },
        growth: {
          type: 'integer',
          minimum: 1,
          description:
            'Entries above which the log is to be shortened. Where it is not given, 50 in a log of 8,000 tokens or more.',
          default: MOST_ENTRIES,
        },
        ignore: { type: 'boolean', description: 'The file is no log.', default: false },
      },
    },
    default: [],
  },
}

/** What the settings say of logs, in their order. */
export const logSettings = perSettings((settings) => {
  const value = readOption(settings, 'logs')
  return (Array.isArray(value) ? value : []).filter(isJsonObject).map((one): LogSetting => {
    const { path, entries, order, history = 'free', growth, ignore = false } = one
    const plain = String(path).replace(/^\.\//, '')
    return {
      path: plain,
      places: [plain],
      entries: typeof entries === 'string' ? entries : undefined,
      order: order === 'oldest-first' || order === 'newest-first' ? order : undefined,
      history: history as History,
      growth: typeof growth === 'number' ? growth : undefined,
      ignore: ignore === true,
    }
  })
})
