import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { UserError } from '../../src/core/messages.ts'
import { keyOf, modelFor, readModelsFile } from '../../src/models/models-file.ts'
import { defaultModelsPath } from '../../src/models/models-path.ts'
import { allOperations } from '../../src/operations/registry.ts'
import { modelsFileWith, readModels as read } from '../helpers/open-test-models.ts'
import { memkeep } from '../helpers/setup.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const GATEWAY = 'provider: openai, baseUrl: https://gateway.example/v1/, model: big, apiKeyEnv: GATEWAY_KEY'

test('a file of models is read with its defaults', () => {
  const file = read(
    `models: { big: { ${GATEWAY} }, near: { provider: ollama, model: qwen } }\nworking: { progress: near, verbatim: big }\n`,
  )
  expect(file.limits).toEqual({
    seconds: 60,
    totalSeconds: 180,
    tokensPerDay: null,
    callsPerSession: null,
  })
  expect(file.embeddings).toBeNull()
  expect(modelFor('progress', file)).toMatchObject({ name: 'near', temperature: 0 })
  expect(modelFor('verbatim', file)).toMatchObject({ name: 'big', baseUrl: 'https://gateway.example/v1' })
  expect(() => modelFor('learnings', file)).toThrow('names several models, and none for learnings')
})

test('the file of the documentation is read', () => {
  const file = read(`models:
  small: { provider: openai, baseUrl: http://127.0.0.1:11434/v1, model: qwen3:8b, apiKeyEnv: OPENAI_API_KEY }
  mine: { provider: command, command: [my-model, --plain] }
working: { progress: small, learnings: small, verbatim: mine }
embeddings: { baseUrl: http://127.0.0.1:11434/v1, model: nomic-embed-text }
`)
  expect(modelFor('learnings', file).model).toBe('qwen3:8b')
  expect(file.embeddings).toEqual({
    baseUrl: 'http://127.0.0.1:11434/v1',
    model: 'nomic-embed-text',
    dimensions: null,
    batchSize: 64,
    timeout: 10,
  })
})

test('a file of recorded answers is found from the file that names it', () => {
  const path = modelsFileWith('models: { tape: { provider: recorded, file: tape.json } }')
  expect(readModelsFile(path, '/nowhere')?.models.get('tape')?.file).toBe(join(dirname(path), 'tape.json'))
})

test('the only model answers for every role', () => {
  expect(modelFor('any', read('models: { a: { provider: ollama, model: q } }'))).toMatchObject({ name: 'a' })
})

test('a file that does not exist, or holds nothing, sets nothing up', () => {
  expect(readModelsFile(join(tempFolder(), 'none.yaml'), '/nowhere')).toBeNull()
  expect(readModelsFile(modelsFileWith('\n'), '/nowhere')).toBeNull()
  const only = read('embeddings: { baseUrl: http://127.0.0.1/v1, model: e }')
  expect(() => modelFor('any', only)).toThrow('no models are set up')
})

const OPENAI = 'provider: openai, model: q'

test.each([
  ['models: { a: { provider: magic } }', ':1:26: ', 'one of openai, anthropic, ollama'],
  ['models: { a: { provider: olama, model: q } }', ':1:26: ', 'Did you mean "ollama"?'],
  ['models: { a: { provider: ollama, modle: q } }', ':1:34: ', 'Did you mean "model"?'],
  ['modles: {}', ':1:1: ', 'Did you mean "models"?'],
  ['models:\n  a: { provider: ollama, model: q }\nworking: { progres: a }', ':3:12: ', '"progress"?'],
  [
    'models:\n  aa: { provider: ollama, model: q }\nworking: { progress: ab }',
    ':3:22: ',
    'Did you mean "aa"?',
  ],
  ['working: { progress: b }', ':1:22: ', 'Add it to `models`'],
  ['models: { a: { provider: ollama, model: q, apiKey: x } }', ':1:44: ', 'Did you mean "apiKeyEnv"?'],
  [`models: { a: { ${OPENAI} } }`, ':1:11: ', 'the model a has no `baseUrl`'],
  ['models: { a: { provider: command } }', ':1:11: ', 'the model a has no `command`'],
  [
    `models: { a: { ${OPENAI}, baseUrl: "http://gateway.example/v1", apiKeyEnv: K } }`,
    ':1:53: ',
    'plain http to gateway.example',
  ],
  [
    `models: { a: { ${OPENAI}, baseUrl: "http://127.0.0.1.example/v1", apiKeyEnv: K } }`,
    ':1:53: ',
    'plain http',
  ],
  ['embeddings: { model: e, baseUrl: "http://gateway.example/v1", apiKeyEnv: K }', ':1:34: ', 'plain http'],
  [`models: { a: { ${OPENAI}, baseUrl: "https://u:p@gateway.example/v1" } }`, ':1:53: ', 'holds a password'],
  [
    `models: { a: { ${OPENAI}, baseUrl: "https://gateway.example/v1?key=1" } }`,
    ':1:53: ',
    'a part behind its path',
  ],
  [`models: { a: { ${OPENAI}, baseUrl: "file:///etc" } }`, ':1:53: ', 'an address that begins with'],
  [`models: { a: { ${OPENAI}, baseUrl: "https://" } }`, ':1:53: ', 'is no address'],
  ['models: {}', ':1:9: ', 'models'],
  ['models: [', ':1:', ''],
  ['embeddings: { model: e }', ':1:1: ', 'Missing field "baseUrl"'],
  ['limits: { tokensPerDay: -1 }', ':1:25: ', 'at least 0'],
])('%s is refused', (text, place, words) => {
  let error: unknown
  try {
    read(text)
  } catch (caught) {
    error = caught
  }
  expect(error).toBeInstanceOf(UserError)
  const { message, hint } = error as UserError
  expect(message).toContain(`models.yaml${place}`)
  expect(`${message} ${hint}`).toContain(words)
})

test.each(['canary-4711', 'canary 4711 canary 4711'])(
  'a key in the place of its name is not printed: %s',
  (key) => {
    let error: unknown
    try {
      read(`models: { a: { provider: ollama, model: q, apiKeyEnv: "${key}" } }`)
    } catch (caught) {
      error = caught
    }
    expect(String(error)).toContain('is not the name of an environment variable')
    expect(JSON.stringify([String(error), error, (error as UserError).hint])).not.toContain('canary')
  },
)

test('a key goes to this machine over plain http', () => {
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:99']) {
    const text = `models: { a: { ${OPENAI}, baseUrl: "http://${host}/v1", apiKeyEnv: K } }`
    expect(read(text).models.size).toBe(1)
  }
})

test('a file in the repository is refused, also through a symlink', () => {
  const root = tempFolder()
  mkdirSync(join(root, 'sub'))
  const path = join(root, 'sub/models.yaml')
  writeFileSync(path, 'models: { a: { provider: ollama, model: q } }')
  const link = join(tempFolder(), 'link.yaml')
  symlinkSync(path, link)
  for (const one of [path, link]) expect(() => readModelsFile(one, root)).toThrow('lies in the repository')
})

test('a file in the repository is refused under a name that begins with dots', () => {
  const root = tempFolder()
  const path = join(root, '..models.yaml')
  writeFileSync(path, 'models: { a: { provider: ollama, model: q } }')
  expect(() => readModelsFile(path, root)).toThrow('lies in the repository')
})

test('a symlink in the repository does not choose a file outside of it', () => {
  const root = tempFolder()
  const link = join(root, 'models.yaml')
  symlinkSync(modelsFileWith('models: { a: { provider: ollama, model: q } }'), link)
  expect(() => readModelsFile(link, root)).toThrow('lies in the repository')
})

test.each([
  'models: { a: { provider: canary-value-123, model: q } }',
  'models: { a: { provider: openai, model: q, baseUrl: canary-value-123 } }',
  'models: { a: { provider: ollama, model: q, contextTokens: canary-value-123 } }',
  'embeddings: { model: q, baseUrl: canary-value-123 }',
])('a mistake shows no value, which may be a key: %s', (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('canary') }),
  )
})

test('a key is the value of its variable', () => {
  expect(keyOf('it', undefined, {})).toBeNull()
  expect(keyOf('it', 'GATEWAY_KEY', { GATEWAY_KEY: ' secret\n' })).toBe('secret')
  for (const env of [{}, { GATEWAY_KEY: '' }])
    expect(() => keyOf('it', 'GATEWAY_KEY', env)).toThrow('GATEWAY_KEY is not set')
})

test('the file lies where settings of users lie', () => {
  expect(defaultModelsPath({ XDG_CONFIG_HOME: '/cfg' })).toBe('/cfg/memkeep/models.yaml')
  expect(defaultModelsPath({ XDG_CONFIG_HOME: 'relative' })).toMatch(/\/\.config\/memkeep\/models\.yaml$/)
})

test.each(['models', 'embeddings', 'working'])(
  'a repository that has %s in its settings is refused',
  async (key) => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', `${key}: { baseUrl: https://gateway.example }\n`)
    const { code, err } = await memkeep(dir, ['check'])
    expect(code).toBe(2)
    expect(err).toContain('memkeep.yaml:1:1: ')
    expect(err).toContain('a repository does not say where its memory is sent')
    expect(err).toContain('~/.config/memkeep/models.yaml')
  },
)

test('no argument of an operation names a model, an endpoint or a program', () => {
  const named = allOperations().flatMap(({ operation }) =>
    Object.entries((operation.input.properties ?? {}) as { [name: string]: JsonObject }).flatMap(
      ([name, schema]) =>
        [name, schema['x-flag']].filter((one) =>
          /^(models?|base_?url|endpoint|url|api_?key(_?env)?|command|program|provider|embeddings)$/i.test(
            String(one),
          ),
        ),
    ),
  )
  expect(named).toEqual([])
})
