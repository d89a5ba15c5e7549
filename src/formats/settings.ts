import { isJsonObject, type Json, type JsonObject } from '../core/json.ts'
import { type Layout, rootPaths } from '../core/layout.ts'
import { DEFAULT_SETTINGS, type HistoryChoice, type Settings } from '../core/settings.ts'
import { checkSchema, type SchemaProblem } from './schema.ts'
import { firstProblem, yamlFile } from './yaml/yaml.ts'

/** What no settings can move: larger files would take the parsers' time and memory without bound. */
const MAX_FILE_BYTES = 10_485_760

/**
 * The JSON Schema (draft 2020-12) of the settings file: what every layout shares, and each layout's own keys. Editors
 * read it, and `parseSettings` checks by it. A layout setting whose default is one of the layout's roots holds roots.
 */
export function settingsSchema(layouts: readonly Layout[], ruleIds: readonly string[]): JsonObject {
  const severity = { type: 'string', enum: ['error', 'warning', 'info', 'off'] }
  const kinds = layouts.flatMap((layout) => layout.kinds)
  const own = layouts.flatMap((layout) => Object.entries(ownSettings(layout)))
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Settings of memkeep',
    ...closed('What memkeep checks in this repository, and how strictly.', {
      extends: extendsSchema(),
      rules: closed(
        'Severity by rule; `off` turns a rule off.',
        Object.fromEntries([...new Set(ruleIds)].map((id) => [id, severity])),
      ),
      layouts: layoutsSchema(layouts),
      limits: limitsSchema(),
      history: closed(
        'By kind: what may happen to its items over time.',
        Object.fromEntries(
          kinds.flatMap(({ id, fields, freeText }) =>
            fields ? [[id, historySchema(fields)]] : freeText ? [[id, textHistorySchema()]] : [],
          ),
        ),
      ),
      merge: mergeSchema(),
      hooks: hooksSchema(),
      ci: ciSchema(),
      secrets: secretsSchema(),
      ...Object.fromEntries(own),
    }),
  }
}

/** What one settings file says, valid, without defaults. */
export type SettingsValue = JsonObject & { readonly extends?: string }

/** Reads a settings file that extends no other, defaults filled in; an empty one gives the defaults. Throws as `settingsValue`. */
export function parseSettings(text: string, path: string, schema: JsonObject): Settings {
  return joinSettings([settingsValue(text, path, schema)], [])
}

/**
 * Reads what one settings file says; an empty one says nothing. Throws `UserError` with line and column for what is not YAML, not
 * known, or of the wrong form. Roots, and the file that it extends, are relative paths without a slash at the end.
 */
export function settingsValue(text: string, path: string, schema: JsonObject): SettingsValue {
  const file = yamlFile(text, path)
  const value = withoutEmpty(file.data.value, schema)
  const problems = checkSchema(value, schema).map((one) => ofKind(ofUserFile(one)))
  if (problems.length > 0) throw firstProblem(problems, file)
  const roots = plainRoots(value, schema)
  if ('problem' in roots) throw firstProblem([roots.problem], file)
  const plain = roots.value as SettingsValue
  const fault = plain.extends === undefined ? null : extendsFault(plain.extends)
  if (fault) throw firstProblem([{ pointer: '/extends', ...fault }], file)
  return plain
}

/**
 * The settings of a file and of those that it extends, the nearest first, defaults filled in: rules are joined rule by rule, and of
 * every other key the nearest file that has it says all. `extended` are the paths of the files after the first.
 */
export function joinSettings(values: readonly SettingsValue[], extended: readonly string[]): Settings {
  const furthestFirst = [...values].reverse()
  const joined: JsonObject = Object.assign({}, ...furthestFirst)
  const rules: JsonObject = Object.assign({}, ...furthestFirst.map(({ rules: own }) => own))
  return toSettings({ ...joined, rules }, extended)
}

/** Of a package, the file's text is what an install put there. */
export const PACKAGES = 'node_modules/'

function extendsSchema(): JsonObject {
  return {
    type: 'string',
    description:
      'A file of settings that this one goes on from: a path from the top of the repository, or `node_modules/NAME/FILE.yaml` of an installed package.',
  }
}

/** Why settings cannot extend what is named; null when they can. A URL may hold a password: it is not repeated. */
function extendsFault(path: string): { readonly message: string; readonly help: string } | null {
  const help = `Name a file of the repository, or install the package that has it and write \`extends: ${PACKAGES}NAME/FILE.yaml\`.`
  if (/^[a-z][a-z\d+.-]+:/i.test(path) || path.startsWith('//'))
    return { message: 'Settings extend no URL: what judges a change is in the repository or installed', help }
  const fault = faultOf(path)
  if (fault !== null)
    return { message: `The path "${path}" is not a file inside the repository: it has ${fault}`, help }
  if (/\.ya?ml$/.test(path)) return null
  return { message: `Settings extend a YAML file, and "${path}" does not end in .yaml or .yml`, help }
}

/** The keys of the user's own file of models. */
const OF_USER = ['/models', '/embeddings', '/working']

/** A repository that named an endpoint could have the memory, and a key, sent anywhere by a pull request. */
function ofUserFile(problem: SchemaProblem): SchemaProblem {
  if (!problem.unknown || !OF_USER.includes(problem.pointer)) return problem
  return {
    ...problem,
    message: `The key "${problem.pointer.slice(1)}" does not belong here: a repository does not say where its memory is sent`,
    help: "Write it into the user's own file, ~/.config/memkeep/models.yaml: docs/models.md of memkeep shows it.",
  }
}

/** Data and files that are derived have no text that a mode could keep. */
function ofKind(problem: SchemaProblem): SchemaProblem {
  const [, section, kind, more] = problem.pointer.split('/')
  if (!problem.unknown || section !== 'history' || kind === undefined || more !== undefined) return problem
  const isGuess = problem.help.startsWith('Did you mean')
  return {
    ...problem,
    message: `No kind "${kind}" has items or text that a history keeps`,
    help: isGuess
      ? problem.help
      : 'docs/settings.md of memkeep has a table of the kinds and the modes that each takes.',
  }
}

function closed(description: string, properties: JsonObject): JsonObject {
  return { type: 'object', description, additionalProperties: false, properties }
}

function limitsSchema(): JsonObject {
  const bytes = (description: string, value: number, maximum: number) => {
    return { type: 'integer', minimum: 1, maximum, description, default: value }
  }
  const { fileBytes, frontMatterBytes } = DEFAULT_SETTINGS.limits
  return closed('Sizes above which a file is reported and not parsed.', {
    fileBytes: bytes('Bytes of one file.', fileBytes, MAX_FILE_BYTES),
    frontMatterBytes: bytes('Bytes of the front matter of one file.', frontMatterBytes, MAX_FILE_BYTES),
  })
}

function historySchema(fields: readonly string[]): JsonObject {
  return {
    ...closed('What may happen to items of this kind.', {
      mode: {
        type: 'string',
        enum: ['strict', 'amend', 'off', 'free', 'append-only', 'immutable'],
        description:
          'What may happen to items: what their kind allows (strict), also changes of the editable fields (amend), anything (off, free), only additions at the end (append-only), only additions (immutable).',
      },
      editable: {
        type: 'array',
        items: { type: 'string', enum: fields },
        description: 'Fields that may change nevertheless.',
        default: [],
      },
    }),
    required: ['mode'],
  }
}

/** Of text that is not divided into items: what is kept are its sections. */
function textHistorySchema(): JsonObject {
  const mode = {
    type: 'string',
    enum: ['free', 'append-only', 'immutable'],
    description:
      'What may happen to its sections: anything, with a warning where text goes (free), only additions at the end (append-only), only new sections (immutable).',
  }
  return { ...closed('What may happen to files of this kind.', { mode }), required: ['mode'] }
}

function mergeSchema(): JsonObject {
  return closed('How the merge driver joins the two sides of a log.', {
    entries: {
      enum: ['dated', 1, 2, 3, 4],
      description:
        'What starts an entry: `dated` is `### [YYYY-MM-DD] Title`, a number any heading of that depth.',
      default: DEFAULT_SETTINGS.merge.entries,
    },
  })
}

function layoutsSchema(layouts: readonly Layout[]): JsonObject {
  const choice = { enum: ['on', 'off', 'auto'], default: 'auto' }
  return closed(
    'Which layouts are checked; `auto`: those that have a file.',
    Object.fromEntries(layouts.map(({ id, summary }) => [id, { ...choice, description: summary }])),
  )
}

function hooksSchema(): JsonObject {
  return closed('What the hooks refuse.', {
    failOn: {
      enum: ['new', 'all'],
      description: 'Errors that the commit brings (new), or all errors in files that it touches (all).',
      default: DEFAULT_SETTINGS.hooks.failOn,
    },
  })
}

function ciSchema(): JsonObject {
  return closed('What `memkeep ci` lets pass.', {
    newSuppressions: {
      enum: ['refuse', 'report'],
      description:
        'Suppressions of `no-secret`, `history`, `item-lost`, `file-lost`, `merge-doubled` and `merge-invented` in the change that adds them: without effect (refuse), or listed (report).',
      default: DEFAULT_SETTINGS.ci.newSuppressions,
    },
  })
}

function secretsSchema(): JsonObject {
  return closed('Secrets that may stay.', {
    allow: {
      type: 'array',
      items: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
      description: 'Fingerprints, `sha256:` and 64 digits, as a finding of `no-secret` names them.',
      default: [],
    },
  })
}

function ownSettings(layout: Layout): { readonly [key: string]: Json } {
  const roots = new Set(rootPaths(layout, DEFAULT_SETTINGS))
  return Object.fromEntries(
    Object.entries(layout.settings.schemas).map(([key, schema]) => [key, completed(schema, roots)]),
  )
}

/** Closes maps that declare their keys, and marks roots, in a layout's schema of a setting. */
function completed(schema: JsonObject, roots: ReadonlySet<string>): JsonObject {
  const isRoot = typeof schema.default === 'string' && roots.has(schema.default)
  const listsRoots =
    Array.isArray(schema.default) && schema.default.some((one) => typeof one === 'string' && roots.has(one))
  const { items, properties } = schema
  return {
    ...schema,
    ...(isRoot && { format: ROOT_FORMAT }),
    ...(listsRoots && isJsonObject(items) && { items: { ...items, format: ROOT_FORMAT } }),
    ...(isJsonObject(properties) && {
      additionalProperties: schema.additionalProperties ?? false,
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [
          key,
          isJsonObject(inner) ? completed(inner, roots) : inner,
        ]),
      ),
    }),
  }
}

/** A top-level key with nothing under it, as when all its lines are commented out, is as if it were not there. */
function withoutEmpty(value: Json, schema: JsonObject): Json {
  if (value === null) return {}
  if (!isJsonObject(value)) return value
  const known = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(value).filter(([key, inner]) => inner !== null || !Object.hasOwn(known, key)),
  )
}

function toSettings(value: SettingsValue, extended: readonly string[]): Settings {
  const {
    extends: _,
    rules,
    layouts,
    limits,
    history,
    merge,
    hooks,
    ci,
    secrets,
    ...options
  } = value as {
    extends?: string
    rules?: Settings['rules']
    limits?: Partial<Settings['limits']>
    history?: {
      readonly [kind: string]: {
        readonly mode: HistoryChoice['mode']
        readonly editable?: HistoryChoice['editable']
      }
    }
    merge?: Partial<Settings['merge']>
    layouts?: Settings['layouts']
    hooks?: Partial<Settings['hooks']>
    ci?: Partial<Settings['ci']>
    secrets?: Partial<Settings['secrets']>
  } & JsonObject
  return {
    extended,
    rules: { ...rules },
    layouts: { ...layouts },
    limits: { ...DEFAULT_SETTINGS.limits, ...limits },
    history: Object.fromEntries(
      Object.entries(history ?? {}).map(([kind, { mode, editable }]) => [
        kind,
        { mode, editable: editable ?? [] },
      ]),
    ),
    merge: { ...DEFAULT_SETTINGS.merge, ...merge },
    hooks: { ...DEFAULT_SETTINGS.hooks, ...hooks },
    ci: { ...DEFAULT_SETTINGS.ci, ...ci },
    secrets: { ...DEFAULT_SETTINGS.secrets, ...secrets },
    options,
  }
}

/** The `format` of a text in the settings' schema that names a directory of the repository. */
const ROOT_FORMAT = 'repository-path'

/**
 * Takes the slash at the end off every root of valid settings; or says which root is not a path inside the repository:
 * absolute, with a backslash, or with an empty, `.` or `..` part.
 */
function plainRoots(value: Json, schema: JsonObject): { value: Json } | { problem: SchemaProblem } {
  const problems: SchemaProblem[] = []
  const plain = walk(value, schema, { pointer: '', problems })
  const [problem] = problems
  return problem ? { problem } : { value: plain }
}

type Position = { readonly pointer: string; readonly problems: SchemaProblem[] }

function walk(value: Json, schema: JsonObject, position: Position): Json {
  if (typeof value === 'string') return schema.format === ROOT_FORMAT ? plainRoot(value, position) : value
  if (Array.isArray(value)) {
    const items = isJsonObject(schema.items) ? schema.items : {}
    return value.map((item: Json, i) => walk(item, items, below(position, i)))
  }
  if (!isJsonObject(value)) return value
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const innerSchema = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, isJsonObject(innerSchema) ? walk(inner, innerSchema, below(position, key)) : inner]
    }),
  )
}

function below({ pointer, problems }: Position, key: string | number): Position {
  return { pointer: `${pointer}/${key}`, problems }
}

function plainRoot(root: string, { pointer, problems }: Position): string {
  const plain = root.endsWith('/') ? root.slice(0, -1) : root
  const fault = faultOf(plain)
  if (fault === null) return plain
  problems.push({
    pointer,
    message: `The path "${root}" is not a directory inside the repository: it has ${fault}`,
    help: 'Write the path from the root of the repository, with `/`: for example `user/memory`.',
  })
  return root
}

function faultOf(root: string): string | null {
  if (root.startsWith('/') || /^[A-Za-z]:/.test(root)) return 'an absolute start'
  if (root.includes('\\')) return 'a backslash'
  if (/\p{Cc}/u.test(root)) return 'a control character'
  const parts = root.split('/')
  if (parts.includes('')) return 'an empty part'
  return parts.some((part) => part === '.' || part === '..') ? '`.` or `..`' : null
}
