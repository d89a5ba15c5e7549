import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { redacted } from '../../src/engine/redacted.ts'
import { type AskEmbeddings, type Embeddings, openEmbeddings } from '../../src/models/ask-models.ts'
import { type Behaviour, fakeModels, type SeenRequest } from '../helpers/fake-models.ts'
import { readModels } from '../helpers/open-test-models.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const KEY = 'canary-key-8f14e45fceea167a5a36dedd4bea2543'

type Setup = {
  readonly own?: object
  readonly limits?: object
  readonly env?: { readonly [name: string]: string }
}

function open(url: string, { own = {}, limits = {}, env = { MODEL_KEY: KEY } }: Setup = {}): AskEmbeddings {
  const embeddings = { baseUrl: `${url}/v1`, model: 'e-1', apiKeyEnv: 'MODEL_KEY', ...own }
  const file = readModels(JSON.stringify({ embeddings, limits }))
  const ask = openEmbeddings(file, { env, today: () => '2026-06-01', redacted })
  if (ask === null) throw new Error('no embeddings')
  return ask
}

function inputOf({ body }: SeenRequest): readonly string[] {
  return body.input as string[]
}

/** A row of three numbers for each text, the last one first. */
function rows(request: SeenRequest): { index: number; embedding: number[] }[] {
  return inputOf(request)
    .map((text, index) => ({ index, embedding: [text.length, index, 0.5] }))
    .reverse()
}

const good = (request: SeenRequest): Behaviour => ({
  json: { data: rows(request), usage: { prompt_tokens: 9 } },
})

function plain(result: Embeddings): unknown {
  return 'vectors' in result ? result.vectors.map((one) => [...one]) : result
}

test('vectors come in the order of the texts, batch by batch', async () => {
  const { url, seen } = await fakeModels(good)
  const kept: [number, number][] = []
  const result = await open(url, { own: { batchSize: 2, dimensions: 3 } })(['a', 'bb', 'ccc'], {
    keep: (from, vectors) => kept.push([from, vectors.length]),
  })
  expect(plain(result)).toEqual([
    [1, 0, 0.5],
    [2, 1, 0.5],
    [3, 0, 0.5],
  ])
  expect(kept).toEqual([
    [0, 2],
    [2, 1],
  ])
  expect(seen.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/embeddings', { model: 'e-1', input: ['a', 'bb'], dimensions: 3 }],
    ['/v1/embeddings', { model: 'e-1', input: ['ccc'], dimensions: 3 }],
  ])
  expect(seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
})

test('no texts ask for nothing', async () => {
  const { url, seen } = await fakeModels(good)
  expect(await open(url)([])).toEqual({ vectors: [] })
  expect(seen).toEqual([])
})

test('a file without embeddings has none', () => {
  const file = readModels('models: { a: { provider: ollama, model: m } }')
  expect(openEmbeddings(file, { env: {}, today: () => '2026-06-01', redacted })).toBeNull()
})

const row = (embedding: unknown, index = 0): unknown => ({ index, embedding })

test.each([
  ['no rows', {}, 'the answer has 0 rows for 2 texts'],
  ['a row too few', { data: [row([1, 2])] }, 'the answer has 1 rows for 2 texts'],
  ['a row twice', { data: [row([1, 2]), row([1, 2])] }, 'names a row twice'],
  ['a row that was not asked for', { data: [row([1, 2]), row([1, 2], 2)] }, 'names a row twice'],
  ['a negative row', { data: [row([1, 2]), row([1, 2], -1)] }, 'names a row twice'],
  [
    'another length',
    { data: [row([1, 2]), row([1, 2, 3], 1)] },
    'row 1 of the answer has 3 dimensions, not 2',
  ],
  ['no number', { data: [row([1, 2]), row([1, null], 1)] }, 'row 1 of the answer is no list of numbers'],
  ['a text', { data: [row([1, 2]), row('AACAPw==', 1)] }, 'row 1 of the answer is no list of numbers'],
  ['an empty row', { data: [row([]), row([], 1)] }, 'row 0 of the answer is no list of numbers'],
  [
    'a number out of range',
    { data: [row([1e39, 0]), row([1, 2], 1)] },
    'row 0 of the answer is no list of numbers',
  ],
  ['rows that are no objects', { data: [null, 3] }, 'row 0 of the answer is no list of numbers'],
])('%s is a failure', async (_, json, detail) => {
  const { url } = await fakeModels(() => ({ json }))
  expect(await open(url)(['a', 'b'])).toEqual({
    failure: 'transport',
    detail: expect.stringContaining(detail),
  })
})

test('vectors of other dimensions than those that were asked for are a failure, also in a later batch', async () => {
  const { url } = await fakeModels(good)
  expect(await open(url, { own: { dimensions: 4 } })(['a'])).toMatchObject({
    detail: 'row 0 of the answer has 3 dimensions, not 4',
  })
  const other = await fakeModels((request, count) =>
    count === 1 ? good(request) : { json: { data: [row([1, 2])] } },
  )
  expect(await open(other.url, { own: { batchSize: 1 } })(['a', 'b'])).toMatchObject({
    detail: 'row 0 of the answer has 2 dimensions, not 3',
  })
})

test.each([
  ['500', { status: 500, headers: { 'retry-after': '0' }, text: `no ${KEY}` }, 3, 'status 500: no [key]'],
  ['401', { status: 401, text: `bad ${KEY}` }, 1, 'status 401: bad [key]'],
  [
    'a redirect',
    { status: 302, headers: { location: '/elsewhere' } },
    1,
    'a redirect, which is not followed',
  ],
  ['not JSON', { status: 200, text: `{"data": ${KEY}` }, 1, 'the answer is not a JSON object'],
  ['disconnect', 'disconnect', 3, ''],
  ['an answer that breaks off', 'half', 3, ''],
] as [string, Behaviour, number, string][])(
  '%s is a failure without a key',
  async (_, behaviour, times, detail) => {
    const { url, seen } = await fakeModels(() => behaviour)
    const result = await open(url, { own: { timeout: 1 } })(['a'])
    expect(result).toMatchObject({ detail: expect.stringContaining(detail) })
    expect(JSON.stringify(result)).not.toContain('canary')
    expect(seen).toHaveLength(times)
  },
)

test('a failure that passes is asked again, and what was kept before a failure stays', async () => {
  const { url } = await fakeModels((request, count) =>
    count === 1
      ? { status: 503, headers: { 'retry-after': '0' } }
      : count === 2
        ? good(request)
        : { status: 400 },
  )
  const kept: number[] = []
  const result = await open(url, { own: { batchSize: 1 } })(['a', 'b'], { keep: (from) => kept.push(from) })
  expect(result).toEqual({ failure: 'refused', detail: 'status 400' })
  expect(kept).toEqual([0])
})

test('a key that is not set is a failure', async () => {
  const { url, seen } = await fakeModels(good)
  expect(await open(url, { env: {} })(['a'])).toEqual({
    failure: 'refused',
    detail: '`embeddings` needs a key, and MODEL_KEY is not set',
  })
  expect(seen).toEqual([])
})

test('a call that is cancelled, or takes too long, alone or in all, ends', async () => {
  const { url } = await fakeModels(() => 'silence')
  const other = await fakeModels(() => 'silence')
  const cancel = new AbortController()
  setTimeout(() => cancel.abort(), 100)
  const calls = [
    open(url)(['a'], { signal: cancel.signal }),
    open(url, { limits: { totalSeconds: 1 } })(['a']),
    open(other.url, { own: { timeout: 1 } })(['a']),
  ]
  expect(await Promise.all(calls)).toEqual([
    expect.objectContaining({ failure: 'cancelled' }),
    { failure: 'timeout', detail: 'no answer in 1 s for all' },
    { failure: 'timeout', detail: 'no answer in 1 s' },
  ])
  expect(other.seen).toHaveLength(1)
})

test('neither a secret nor the key leaves in a text', async () => {
  const { url, seen } = await fakeModels(good)
  const secret = sampleSecrets(7)[0]?.secret ?? ''
  await open(url)([`The token is ${secret}.`, `The key is ${KEY}.`])
  expect(JSON.stringify(seen[0]?.body)).toContain('The token is')
  expect(JSON.stringify(seen[0]?.body)).not.toContain(secret)
  expect(JSON.stringify(seen[0]?.body)).not.toContain('canary')
})

test('the limit of the day counts them too', async () => {
  const { url, seen } = await fakeModels(good)
  const env = { MODEL_KEY: KEY, XDG_CACHE_HOME: tempFolder() }
  const ask = open(url, { limits: { tokensPerDay: 20 }, env, own: { batchSize: 1 } })
  const result = await ask(['one', 'two', 'three three three three three three three three three'])
  expect(result).toMatchObject({ failure: 'refused', detail: expect.stringContaining('20 tokens a day') })
  expect(seen).toHaveLength(2)
  expect(readFileSync(join(env.XDG_CACHE_HOME, 'memkeep/tokens.json'), 'utf8')).toContain('"tokens":18')
})
