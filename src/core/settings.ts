import type { Severity } from './diagnostic.ts'
import type { Json, JsonObject } from './json.ts'
import { oncePer } from './text.ts'

/** What a kind promises about its items over time. */
export type History = 'free' | 'append-only' | 'immutable'

const MAY = [
  'one may go',
  'one may change',
  'the last one may grow',
  'new ones may come above older ones',
  'older ones may change places',
] as const

/** What a history is about: the items in a file, files that are one item each, or the sections of a text. */
export type Kept = 'items' | 'files' | 'sections'

/** What a history allows, by what is kept; the rules `history` and `file-lost` refuse the rest. */
export const ALLOWED: { readonly [kept in Kept]: { readonly [mode in History]: readonly string[] } } = {
  items: { free: MAY, immutable: MAY.slice(3), 'append-only': [] },
  files: { free: MAY, immutable: [], 'append-only': [] },
  sections: { free: MAY, immutable: MAY.slice(3), 'append-only': MAY.slice(2, 3) },
}

/** What a kind says of its items (`Kind`). */
type KindOfItems = {
  readonly fields?: readonly string[]
  readonly merge?: object
  readonly tombstones?: boolean | string
}

/** Where a file has several items, they are merged one by one or leave tombstones. */
export function keptOf({ fields, merge, tombstones }: KindOfItems): Kept {
  if (!fields) return 'sections'
  return merge || tombstones ? 'items' : 'files'
}

/**
 * What settings may say instead: `strict` is what the kind itself promises, `amend` the same but for the fields that are
 * named, `off` is `free`.
 */
type HistoryMode = History | 'strict' | 'amend' | 'off'

/** What settings say of a kind's history. */
export type HistoryChoice = { readonly mode: HistoryMode; readonly editable: readonly string[] }

/** A kind's history as settings change it: `editable` names the fields that may change nevertheless. */
export type HistorySetting = {
  readonly mode: History
  readonly editable: readonly string[]
  /** What goes with its whole file is no loss. */
  readonly ephemeral?: true
  /** A tombstone can replace a removed item. */
  readonly tombstones?: true | 'only'
  /** The command that archives an item, without the item's id. */
  readonly archiveWith?: string
}

/** How an entry of a log starts: with its date in brackets at depth 3, or with any heading of one depth. */
export type EntryForm = 'dated' | 1 | 2 | 3 | 4

/** Whether a layout is on: `auto` where its signature is seen. */
export type LayoutChoice = 'on' | 'off' | 'auto'

/** Settings with every default filled in. */
export type Settings = {
  /** The files that the settings file extends, the nearest first, from the top of the repository. */
  readonly extended: readonly string[]
  /** By layout id, only where settings say something; `auto` otherwise. */
  readonly layouts: { readonly [layout: string]: LayoutChoice }
  readonly rules: { readonly [rule: string]: Severity | 'off' }
  readonly limits: { readonly fileBytes: number; readonly frontMatterBytes: number }
  /** By kind id, only where settings say something. */
  readonly history: { readonly [kind: string]: HistoryChoice }
  /** How git's two sides of a log are joined. */
  readonly merge: { readonly entries: EntryForm }
  /** What a commit is refused for: errors that it brings, or all errors in the files that it touches. */
  readonly hooks: { readonly failOn: 'new' | 'all' }
  /** Whether suppressions of losses and secrets count in the very change that adds them. */
  readonly ci: { readonly newSuppressions: 'refuse' | 'report' }
  /** Secrets that may stay, by fingerprint: `sha256:` and 64 hexadecimal digits. */
  readonly secrets: { readonly allow: readonly string[] }
  /** What layouts declare, by the layout's own top-level keys. */
  readonly options: JsonObject
}

/** Defaults of what every layout shares (1 MiB a file, 64 KiB of front matter). */
export const DEFAULT_SETTINGS: Settings = {
  extended: [],
  layouts: {},
  rules: {},
  limits: { fileBytes: 1_048_576, frontMatterBytes: 65_536 },
  history: {},
  merge: { entries: 'dated' },
  hooks: { failOn: 'new' },
  ci: { newSuppressions: 'refuse' },
  secrets: { allow: [] },
  options: {},
}

/** Reads a layout's option by path of keys; undefined when it is not set. */
export function readOption(settings: Settings, ...keys: readonly string[]): Json | undefined {
  let value: Json | undefined = settings.options
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    value = (value as JsonObject)[key]
  }
  return value
}

/** A layout's only setting: the directory where its files lie. */
type RootSetting = {
  /** JSON Schema of the layout's top-level setting. */
  readonly schema: { readonly [key: string]: JsonObject }
  /** The directory, relative to the repository root, without a slash at the end. */
  readonly read: (settings: Settings) => string
  /** A path below the directory, from there; null for another one. */
  readonly below: (path: string, settings: Settings) => string | null
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
  const read = perSettings((settings) => {
    const set = readOption(settings, key, 'root')
    return typeof set === 'string' ? set : value
  })
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
    read,
    below: (path, settings) => {
      const root = read(settings)
      return path.startsWith(root) && path[root.length] === '/' ? path.slice(root.length + 1) : null
    },
  }
}

/** What is asked of settings for every file, made once for each. */
export function perSettings<T>(make: (settings: Settings) => T): (settings: Settings) => T {
  return oncePer(make)
}

/** True where a secret is an error, as it is where settings say nothing: a less severe finding refuses no commit and no save. */
export function refusesSecrets({ rules }: Settings): boolean {
  return (rules['no-secret'] ?? 'error') === 'error'
}
