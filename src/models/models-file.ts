import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { UserError } from '../core/errors.ts'
import type { JsonObject } from '../core/json.ts'
import { checkSchema } from '../formats/schema.ts'
import { firstProblem, yamlFile } from '../formats/yaml-file.ts'
import { realPath } from '../fs/paths.ts'
import { readSmall } from '../fs/text-files.ts'
import type { Model } from './provider.ts'

/** What the user's own file says: which models there are, who answers for which role, and how long and how much. */
export type ModelsFile = {
  readonly models: ReadonlyMap<string, Model>
  /** Role → name of a model. `default` answers for every other role. */
  readonly roles: { readonly [role: string]: string }
  readonly limits: ModelLimits
}

type ModelLimits = {
  /** For one attempt of one request. */
  readonly seconds: number
  /** For all requests of a call together. */
  readonly totalSeconds: number
  /** Of all models together, prompts and answers; null for no limit. */
  readonly tokensPerDay: number | null
}

/** Where the file lies when no flag names one: `$XDG_CONFIG_HOME/memkeep/models.yaml`, else below `~/.config`. */
export function defaultModelsPath(env: { readonly [name: string]: string | undefined }): string {
  const config = env.XDG_CONFIG_HOME
  return join(config && isAbsolute(config) ? config : join(homedir(), '.config'), 'memkeep', 'models.yaml')
}

/**
 * Reads the user's models. Throws `UserError` where there are none, for a wrong file with line and column, and for a file inside
 * the repository: whoever writes to it could send the memory, and a key, anywhere.
 */
export function readModelsFile(path: string, root: string): ModelsFile {
  const below = relative(realPath(root), realPath(resolve(path)))
  if (below !== '' && !below.startsWith('..') && !isAbsolute(below)) {
    throw new UserError(
      `${path} lies in the repository, which must not say where its memory is sent`,
      'Keep the models in ~/.config/memkeep/models.yaml, or name a file outside of the repository.',
    )
  }
  const text = readSmall(path)
  if (text === null) throw new UserError(`${path} cannot be read`, 'It is a YAML file of at most 1 MiB.')
  if (text === '') {
    throw new UserError(
      `no models are set up: ${path} does not exist or is empty`,
      'docs/models.md shows the file. An agent that is a model itself needs none: it calls `prompts` and `apply`.',
    )
  }
  const file = yamlFile(text, path)
  const problems = checkSchema(file.data.value, MODELS_SCHEMA)
  if (problems.length > 0) throw firstProblem(problems, file)
  return checked(file.data.value as unknown as Written, path)
}

const text = (description: string): JsonObject => ({ type: 'string', minLength: 1, description })

const MODEL_SCHEMA: JsonObject = {
  type: 'object',
  description: 'How a model is reached.',
  additionalProperties: false,
  required: ['provider'],
  properties: {
    provider: {
      enum: ['openai', 'anthropic', 'ollama', 'command', 'recorded'],
      description:
        'How it is spoken to: chat completions (openai), messages (anthropic), the chat of Ollama (ollama), a local program (command), or recorded answers (recorded).',
    },
    url: {
      ...text('The address of the endpoint, up to the part that the provider adds.'),
      pattern: '^https?://',
      'x-form': 'an address that begins with https:// or http://',
    },
    model: text('The id of the model at its provider.'),
    key: text('The name of the environment variable that holds the key; never the key itself.'),
    temperature: {
      type: ['number', 'null'],
      minimum: 0,
      maximum: 2,
      description: '0 when absent; null sends none.',
    },
    contextTokens: {
      type: 'integer',
      minimum: 512,
      description: 'Tokens of prompt and answer together, for Ollama; 16384 when absent.',
    },
    command: {
      type: 'array',
      minItems: 1,
      items: { type: 'string' },
      description: 'The program and its arguments. No shell reads them.',
    },
    file: text('The recorded answers: JSON, a list of texts by role.'),
  },
}

/** JSON Schema (draft 2020-12) of the user's file. */
const MODELS_SCHEMA: JsonObject = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Models of memkeep',
  type: 'object',
  additionalProperties: false,
  required: ['models'],
  properties: {
    models: { type: 'object', minProperties: 1, additionalProperties: MODEL_SCHEMA },
    roles: {
      type: 'object',
      description: 'Role → the name of its model; `default` is for every other role.',
      additionalProperties: text('The name of a model above.'),
    },
    limits: {
      type: 'object',
      additionalProperties: false,
      properties: {
        seconds: { type: 'integer', minimum: 1, maximum: 3600, description: 'For one attempt.', default: 60 },
        totalSeconds: {
          type: 'integer',
          minimum: 1,
          maximum: 3600,
          description: 'For a whole call.',
          default: 180,
        },
        tokensPerDay: {
          type: 'integer',
          minimum: 0,
          description: 'Of all models together; no limit when absent.',
        },
      },
    },
  },
}

type Written = {
  readonly models: { readonly [name: string]: Partial<Omit<Model, 'name'>> & { readonly provider: string } }
  readonly roles?: { readonly [role: string]: string }
  readonly limits?: Partial<ModelLimits>
}

/** What a provider cannot do without. */
const NEEDS: { readonly [provider: string]: readonly ('url' | 'model' | 'command' | 'file')[] } = {
  openai: ['url', 'model'],
  anthropic: ['model'],
  ollama: ['model'],
  command: ['command'],
  recorded: ['file'],
}

function checked({ models: written, roles = {}, limits = {} }: Written, path: string): ModelsFile {
  const models = new Map(
    Object.entries(written).map(([name, one]): [string, Model] => {
      const missing = NEEDS[one.provider]?.find((key) => one[key] === undefined)
      if (missing)
        throw new UserError(`${path}: the model ${name} has no ${missing}`, `Add \`${missing}\` to it.`)
      const { model = name, temperature = 0, url, ...rest } = one
      const made = { ...rest, name, model, temperature, ...(url && { url: url.replace(/\/+$/, '') }) }
      assertKeyIsSafe(made, path)
      return [name, made]
    }),
  )
  for (const [role, name] of Object.entries(roles)) {
    if (!models.has(name)) {
      throw new UserError(
        `${path}: the role ${role} names a model ${name}, which is not there`,
        `Models: ${[...models.keys()].join(', ')}.`,
      )
    }
  }
  const { seconds = 60, totalSeconds = 180, tokensPerDay = null } = limits
  return { models, roles, limits: { seconds, totalSeconds, tokensPerDay } }
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** On a plain connection everyone on the way reads the key. */
function assertKeyIsSafe({ name, url, key }: Model, path: string): void {
  if (key !== undefined && !VARIABLE.test(key)) {
    // Not shown: it may be the key itself.
    throw new UserError(
      `${path}: \`key\` of the model ${name} is not the name of an environment variable`,
      'Put the key into a variable, and the name of the variable here.',
    )
  }
  if (url === undefined) return
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed)
    throw new UserError(`${path}: the model ${name} has a url that is none`, 'Write it as https://host/v1.')
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UserError(
      `${path}: the url of the model ${name} holds a password`,
      'Name the variable that holds it with `key`.',
    )
  }
  if (key === undefined || parsed.protocol === 'https:' || LOOPBACK.test(parsed.hostname)) return
  throw new UserError(
    `${path}: the model ${name} would send its key over plain http to ${parsed.hostname}`,
    'Use https, or an endpoint on this machine.',
  )
}

/** The model for a role. Throws `UserError` where none is named and there are several. */
export function modelFor(role: string, { models, roles }: ModelsFile): Model {
  const named = roles[role] ?? roles.default
  const found = named === undefined && models.size === 1 ? [...models.values()][0] : models.get(named ?? '')
  if (found) return found
  throw new UserError(
    `no model is named for the role ${role}`,
    `Add \`roles: { default: ${[...models.keys()][0]} }\` to the file of models.`,
  )
}

/** The value of a model's key; null for a model without one. Throws `UserError` for a variable that is not set. */
export function keyOf(
  { name, key }: Model,
  env: { readonly [name: string]: string | undefined },
): string | null {
  if (key === undefined) return null
  const value = env[key]
  if (value) return value
  throw new UserError(
    `the model ${name} needs a key, and ${key} is not set`,
    `Set ${key} in the environment.`,
  )
}
