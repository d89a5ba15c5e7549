import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  defaultModelsPath,
  keyOf,
  type ModelsFile,
  modelFor,
  readModelsFile,
} from '../../src/models/models-file.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

function read(text: string): ModelsFile {
  const path = join(tempFolder(), 'models.yaml')
  writeFileSync(path, text)
  return readModelsFile(path, '/nowhere')
}

const GATEWAY = 'provider: openai, url: https://gateway.example/v1, model: big, key: GATEWAY_KEY'

test('a file of models is read with its defaults', () => {
  const file = read(
    `models: { big: { ${GATEWAY} }, near: { provider: ollama, model: qwen } }\nroles: { default: near, verbatim: big }\n`,
  )
  expect(file.limits).toEqual({ seconds: 60, totalSeconds: 180, tokensPerDay: null })
  expect(modelFor('progress', file)).toMatchObject({ name: 'near', temperature: 0 })
  expect(modelFor('verbatim', file)).toMatchObject({ name: 'big', url: 'https://gateway.example/v1' })
})

test('the only model answers for every role', () => {
  expect(modelFor('any', read('models: { a: { provider: ollama, model: q } }'))).toMatchObject({ name: 'a' })
  const two = read('models: { a: { provider: ollama, model: q }, b: { provider: ollama, model: r } }')
  expect(() => modelFor('any', two)).toThrow('no model is named for the role any')
})

test.each([
  ['models: { a: { provider: magic } }', /:1:\d+: .*one of openai, anthropic, ollama/],
  ['models: { a: { provider: ollama, model: q, apiKey: x } }', /apiKey/],
  ['models: { a: { provider: openai, model: q } }', /the model a has no url/],
  ['models: { a: { provider: command } }', /the model a has no command/],
  [
    'models: { a: { provider: openai, model: q, url: "http://gateway.example/v1", key: K } }',
    /plain http to gateway\.example/,
  ],
  ['models: { a: { provider: openai, model: q, url: "http://127.0.0.1.example/v1", key: K } }', /plain http/],
  [
    'models: { a: { provider: openai, model: q, url: "https://u:p@gateway.example/v1" } }',
    /holds a password/,
  ],
  ['models: { a: { provider: openai, model: q, url: "file:///etc" } }', /an address that begins with/],
  [
    'models: { a: { provider: openai, model: q, url: "https://x.example", key: "sk-123 456" } }',
    /`key` of the model a is not the name/,
  ],
  [
    'models: { a: { provider: ollama, model: q } }\nroles: { default: b }',
    /names a model b, which is not there/,
  ],
  ['models: {}', /models/],
  ['models: [', /:1:/],
  ['', /no models are set up/],
])('%s is refused', (text, message) => {
  expect(() => read(text)).toThrow(message)
})

test('a key in the place of its name is not printed', () => {
  try {
    read('models: { a: { provider: ollama, model: q, key: canary-4711 } }')
  } catch (error) {
    return expect(JSON.stringify([String(error), error])).not.toContain('canary')
  }
  throw new Error('it was read')
})

test('a key goes to this machine over plain http', () => {
  for (const host of ['localhost', '127.0.0.1:8080', '[::1]:99']) {
    expect(
      read(`models: { a: { provider: openai, model: q, url: "http://${host}/v1", key: K } }`).models.size,
    ).toBe(1)
  }
})

describe('a file in the repository', () => {
  test('is refused, also through a symlink', () => {
    const root = tempFolder()
    mkdirSync(join(root, 'sub'))
    const path = join(root, 'sub/models.yaml')
    writeFileSync(path, 'models: { a: { provider: ollama, model: q } }')
    const link = join(tempFolder(), 'link.yaml')
    symlinkSync(path, link)
    for (const one of [path, link]) expect(() => readModelsFile(one, root)).toThrow('lies in the repository')
  })
})

test('a key is the value of its variable', () => {
  const model = modelFor('any', read(`models: { a: { ${GATEWAY} } }`))
  expect(keyOf(model, { GATEWAY_KEY: 'secret' })).toBe('secret')
  for (const env of [{}, { GATEWAY_KEY: '' }])
    expect(() => keyOf(model, env)).toThrow('GATEWAY_KEY is not set')
})

test('the file lies where settings of users lie', () => {
  expect(defaultModelsPath({ XDG_CONFIG_HOME: '/cfg' })).toBe('/cfg/memkeep/models.yaml')
  expect(defaultModelsPath({ XDG_CONFIG_HOME: 'relative' })).toMatch(/\/\.config\/memkeep\/models\.yaml$/)
})
