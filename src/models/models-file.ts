import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { pointerStep } from '../core/json.ts'
import { WrongUse } from '../core/messages.ts'
import { nearest } from '../formats/names.ts'
import { checkSchema, type SchemaProblem } from '../formats/schema.ts'
import { firstProblem, type YamlFile, yamlFile } from '../formats/yaml/yaml.ts'
import { realPath } from '../fs/paths.ts'
import { readSmall } from '../fs/text-files.ts'
import { MODELS_SCHEMA } from './models-schema.ts'
import type { Model, ModelSettings } from './provider.ts'

/** What the user's own file says: which models there are, who answers for which role, and how long and how much. */
export type ModelsFile = {
  /** As it was named. */
  readonly path: string
  readonly models: ReadonlyMap<string, Model>
  /** The prompts of working memory → name of a model. */
  readonly working: { readonly [role: string]: string }
  readonly embeddings: EmbeddingsModel | null
  readonly limits: ModelLimits
}

/** An endpoint for embeddings. */
export type EmbeddingsModel = EmbeddingsOptions & {
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly model: string
}

type EmbeddingsOptions = {
  readonly apiKeyEnv?: string
  /** Numbers in a vector; null for those of the model. */
  readonly dimensions: number | null
  readonly batchSize: number
  /** Seconds for one attempt. */
  readonly timeout: number
}

type ModelLimits = {
  /** For one attempt of one request. */
  readonly seconds: number
  /** For all requests of a call together. */
  readonly totalSeconds: number
  /** Of all models together, prompts and answers; null for no limit. */
  readonly tokensPerDay: number | null
  /** Requests to all models together in one session of an agent; null for no limit. */
  readonly callsPerSession: number | null
}

type Environment = { readonly [name: string]: string | undefined }

/**
 * Reads the user's models; null where the file does not exist or is empty. Throws `WrongUse` for a wrong file with line and
 * column, and for a file inside the repository: a commit to it could send the memory, and a key, anywhere.
 */
export function readModelsFile(path: string, root: string): ModelsFile | null {
  const named = resolve(path)
  // A symlink in the repository would choose the file, and a symlink to the repository would be one of its files.
  const places = [realPath(named), join(realPath(dirname(named)), basename(named))]
  if (places.some((place) => isBelow(place, realPath(root)))) {
    throw new WrongUse(
      `${path} lies in the repository, which must not say where its memory is sent`,
      'Keep it in a folder that is not in the repository: `--models FILE` names it, else ~/.config/memkeep/models.yaml is read.',
    )
  }
  const text = readSmall(path)
  if (text === null) throw new WrongUse(`${path} cannot be read`, 'It is a YAML file of at most 1 MiB.')
  if (text.trim() === '') return null
  const file = yamlFile(text, path)
  const problems = checkSchema(file.data.value, MODELS_SCHEMA)
  if (problems.length > 0) throw wrongFile(problems.map(withoutValue), file)
  const written = file.data.value as unknown as Written
  const faults = faultsOf(written)
  if (faults.length > 0) throw wrongFile(faults, file)
  return fileOf(written, path)
}

function isBelow(path: string, root: string): boolean {
  const below = relative(root, path)
  return below !== '' && below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below)
}

function wrongFile(problems: readonly SchemaProblem[], file: YamlFile): WrongUse {
  const { message, hint } = firstProblem(problems, file)
  return new WrongUse(message, hint)
}

/** What the file may hold, as it is written. */
type Written = {
  readonly models?: { readonly [name: string]: WrittenModel }
  readonly working?: { readonly [role: string]: string }
  readonly embeddings?: Reached & {
    readonly baseUrl: string
    readonly model: string
  } & Partial<EmbeddingsOptions>
  readonly limits?: Partial<ModelLimits>
}

type Reached = { readonly baseUrl?: string; readonly apiKeyEnv?: string }
type WrittenModel = Partial<ModelSettings> & { readonly provider: string }

/** A wrong value, above all in the place of a variable's name, may be the key itself: it is not shown. */
function withoutValue(problem: SchemaProblem): SchemaProblem {
  if (!problem.pointer.endsWith('/apiKeyEnv')) {
    return {
      ...problem,
      message: problem.message.replace(/^The value is ".*", it should/s, 'The value should'),
    }
  }
  return {
    ...problem,
    message: '`apiKeyEnv` is not the name of an environment variable',
    help: 'Put the key into a variable, and the name of the variable here.',
  }
}

/** What a provider cannot do without. */
const NEEDS: { readonly [provider: string]: readonly ('baseUrl' | 'model' | 'command' | 'file')[] } = {
  openai: ['baseUrl', 'model'],
  anthropic: ['model'],
  ollama: ['model'],
  command: ['command'],
  recorded: ['file'],
}

/** What a schema cannot say. */
function faultsOf({ models = {}, working = {}, embeddings }: Written): SchemaProblem[] {
  return [
    ...Object.entries(models).flatMap(([name, model]) => {
      const pointer = `/models/${pointerStep(name)}`
      const missing = NEEDS[model.provider]?.find((key) => model[key] === undefined)
      return [
        ...(missing ? [lacks(name, pointer, missing)] : []),
        ...addressFaults(`the model ${name}`, pointer, model),
      ]
    }),
    ...(embeddings ? addressFaults('`embeddings`', '/embeddings', embeddings) : []),
    ...Object.entries(working)
      .filter(([, name]) => !Object.hasOwn(models, name))
      .map(([role, name]) => unknownModel(role, name, Object.keys(models))),
  ]
}

function lacks(name: string, pointer: string, missing: string): SchemaProblem {
  return {
    pointer,
    missing,
    message: `the model ${name} has no \`${missing}\``,
    help: `Add \`${missing}\` to it.`,
  }
}

function unknownModel(role: string, name: string, known: readonly string[]): SchemaProblem {
  const meant = nearest(name, known)
  const help = known.length === 0 ? 'Add it to `models`.' : `Models: ${known.join(', ')}.`
  return {
    pointer: `/working/${role}`,
    message: `\`working\` names a model ${name}, which is not among \`models\``,
    help: meant === undefined ? help : `Did you mean "${meant}"?`,
  }
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** On a plain connection everyone on the way reads the key. */
function addressFaults(
  what: string,
  pointer: string,
  { baseUrl, apiKeyEnv }: { readonly baseUrl?: string; readonly apiKeyEnv?: string },
): SchemaProblem[] {
  if (baseUrl === undefined) return []
  const place = { pointer: `${pointer}/baseUrl` }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null
  if (!url) {
    return [
      { ...place, message: `the \`baseUrl\` of ${what} is no address`, help: 'Write it as https://host/v1.' },
    ]
  }
  if (url.username !== '' || url.password !== '') {
    const message = `the \`baseUrl\` of ${what} holds a password`
    return [{ ...place, message, help: 'Name the variable that holds it with `apiKeyEnv`.' }]
  }
  if (url.search !== '' || url.hash !== '') {
    const message = `the \`baseUrl\` of ${what} has a part behind its path`
    return [{ ...place, message, help: 'Leave out what begins with ? or #: a key belongs to `apiKeyEnv`.' }]
  }
  if (apiKeyEnv === undefined || url.protocol === 'https:' || LOOPBACK.test(url.hostname)) return []
  const message = `${what} would send its key over plain http to ${url.hostname}`
  return [{ ...place, message, help: 'Use https, or an endpoint on this machine.' }]
}

function fileOf(
  { models: written = {}, working = {}, embeddings, limits = {} }: Written,
  path: string,
): ModelsFile {
  const models = new Map(
    Object.entries(written).map(([name, one]): [string, Model] => {
      const { model = name, temperature = 0, baseUrl, file, ...rest } = one
      return [
        name,
        {
          ...rest,
          name,
          model,
          temperature,
          ...(baseUrl && { baseUrl: withoutSlash(baseUrl) }),
          ...(file && { file: resolve(dirname(path), file) }),
        },
      ]
    }),
  )
  const { seconds = 60, totalSeconds = 180, tokensPerDay = null, callsPerSession = null } = limits
  return {
    path,
    models,
    working,
    embeddings: embeddings
      ? {
          dimensions: null,
          batchSize: 64,
          timeout: 10,
          ...embeddings,
          baseUrl: withoutSlash(embeddings.baseUrl),
        }
      : null,
    limits: { seconds, totalSeconds, tokensPerDay, callsPerSession },
  }
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '')
}

/** For a file without what is asked of it. */
export function noModels(path: string): WrongUse {
  return new WrongUse(
    `no models are set up: ${path} names none, or does not exist`,
    'docs/models.md shows the file. An agent that is a model itself needs none: it calls `prompts` and `apply`.',
  )
}

/** The model for a role. Throws `WrongUse` where none is named, and there is not exactly one. */
export function modelFor(role: string, { models, working, path }: ModelsFile): Model {
  if (models.size === 0) throw noModels(path)
  const named = Object.hasOwn(working, role) ? working[role] : undefined
  const found = named === undefined && models.size === 1 ? [...models.values()][0] : models.get(named ?? '')
  if (found) return found
  throw new WrongUse(
    `${path} names several models, and none for ${role}`,
    `Add \`working: { ${role}: ${[...models.keys()][0]} }\` to it.`,
  )
}

/** The value of a key's variable; null without one. Throws `WrongUse` for a variable that is not set. */
export function keyOf(what: string, variable: string | undefined, env: Environment): string | null {
  if (variable === undefined) return null
  const value = env[variable]?.trim()
  if (value) return value
  throw new WrongUse(`${what} needs a key, and ${variable} is not set`, `Set ${variable} in the environment.`)
}

/** The values of all keys that the file names and the environment has: none of them may be passed on. */
export function knownKeys({ models, embeddings }: ModelsFile, env: Environment): readonly string[] {
  const all = [...[...models.values()], ...(embeddings ? [embeddings] : [])]
  return all.flatMap(({ apiKeyEnv }) => (apiKeyEnv && env[apiKeyEnv]?.trim()) || [])
}
