import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ModelReply, ModelRequest } from '../../src/core/model.ts'
import { ANSWERS, type Behaviour, CUT_ANSWERS, fakeModels, type SeenRequest } from '../helpers/fake-models.ts'
import { openTestModels } from '../helpers/open-test-models.ts'
import { sampleSecrets } from '../helpers/sample-secrets.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const KEY = 'canary-key-8f14e45fceea167a5a36dedd4bea2543'

function request(role: string, user = 'What is open?'): ModelRequest {
  return { role, system: 'Answer in one line.', user, maxOutputTokens: 300 }
}

type Setup = { readonly limits?: object; readonly signal?: AbortSignal }

/** Asks with a file of one model for every role. */
async function ask(
  model: object,
  requests: readonly ModelRequest[],
  { limits = {}, signal }: Setup = {},
): Promise<readonly ModelReply[]> {
  const models = openTestModels(
    { models: { one: model }, limits },
    { env: { ...process.env, MODEL_KEY: KEY } },
  )
  return models(requests, signal)
}

const PROVIDERS = ['openai', 'anthropic', 'ollama'] as const

describe.each(PROVIDERS)('a model that speaks as %s', (provider) => {
  const model = (url: string): object => ({ provider, baseUrl: url, model: 'm-1', apiKeyEnv: 'MODEL_KEY' })
  const good = (): Behaviour => ({ json: ANSWERS[provider]('All is open.') })

  test('gets prompt, model and key, and gives text and usage', async () => {
    const { url, seen } = await fakeModels(good)
    const [reply] = await ask(model(`${url}/`), [request('progress')])
    expect(reply).toMatchObject({
      role: 'progress',
      model: 'one',
      text: 'All is open.',
      usage: { input: 100, output: 7 },
    })
    const body = JSON.stringify(seen[0]?.body)
    for (const part of ['Answer in one line.', 'What is open?', '"m-1"', '300']) expect(body).toContain(part)
    expect(JSON.stringify(seen[0]?.headers)).toContain(KEY)
    expect(body).not.toContain(KEY)
  })

  test('is asked for all roles at the same time', async () => {
    const { url, mostAtOnce } = await fakeModels(() => ({ ...(good() as { json: unknown }), delay: 200 }))
    const replies = await ask(
      model(url),
      ['a', 'b', 'c'].map((role) => request(role)),
    )
    expect(replies.map(({ role }) => role)).toEqual(['a', 'b', 'c'])
    expect(mostAtOnce()).toBe(3)
  })

  test('whose answer is no UTF-8 text gives none', async () => {
    const bytes = Buffer.from(JSON.stringify(ANSWERS[provider]('All is #.')).replace('#', '\xff'), 'latin1')
    const { url } = await fakeModels(() => ({ bytes }))
    const [reply] = await ask(model(url), [request('a')])
    expect(reply).toMatchObject({ failure: 'transport', detail: 'the answer is not UTF-8 text' })
  })

  test('that ends at its limit gives no text', async () => {
    const { url } = await fakeModels(() => ({ json: CUT_ANSWERS[provider] }))
    expect(await ask(model(url), [request('a')])).toMatchObject([{ failure: 'cut' }])
  })

  test('that read less than half of the prompt gives no text', async () => {
    const { url } = await fakeModels(() => ({ json: ANSWERS[provider]('All is open.', 40) }))
    const [reply] = await ask(model(url), [request('a', 'word '.repeat(500))])
    expect(reply).toMatchObject({ failure: 'cut', detail: expect.stringContaining('read 40 tokens') })
  })

  test.each([[429], [500], [503], [408]])('is asked again after %i, as it says itself', async (status) => {
    const { url, seen } = await fakeModels((_, count) =>
      count === 1 ? { status, headers: { 'retry-after': '0' } } : good(),
    )
    expect(await ask(model(url), [request('a')])).toMatchObject([{ text: 'All is open.' }])
    expect(seen).toHaveLength(2)
  })

  test('is asked three times at most', async () => {
    const { url, seen } = await fakeModels(() => ({
      status: 500,
      text: 'no\nluck',
      headers: { 'retry-after': '0' },
    }))
    expect(await ask(model(url), [request('a')])).toMatchObject([
      { failure: 'refused', detail: 'status 500: no luck' },
    ])
    expect(seen).toHaveLength(3)
  })

  test('is asked again when the connection breaks', async () => {
    const { url, seen } = await fakeModels((_, count) => (count === 1 ? 'disconnect' : good()))
    expect(await ask(model(url), [request('a')])).toMatchObject([{ text: 'All is open.' }])
    expect(seen).toHaveLength(2)
  })

  test('that wants a pause of an hour is not asked again', async () => {
    const { url, seen } = await fakeModels(() => ({ status: 429, headers: { 'retry-after': '3600' } }))
    expect(await ask(model(url), [request('a')])).toMatchObject([
      { failure: 'refused', detail: 'status 429' },
    ])
    expect(seen).toHaveLength(1)
  })

  test('is asked again when its answer breaks off', async () => {
    const { url, seen } = await fakeModels((_, count) => (count === 1 ? 'half' : good()))
    expect(await ask(model(url), [request('a')])).toMatchObject([{ text: 'All is open.' }])
    expect(seen).toHaveLength(2)
  })

  test('that repeats the key in an error does not spread it', async () => {
    const { url } = await fakeModels(() => ({ status: 401, text: `bad key ${KEY} ${'x'.repeat(900)}` }))
    const [reply] = await ask(model(url), [request('a')])
    expect(reply).toMatchObject({ failure: 'refused', detail: expect.stringContaining('bad key [key] xxx') })
    expect(JSON.stringify(reply)).not.toContain(KEY)
    expect(JSON.stringify(reply).length).toBeLessThan(400)
  })

  test('that sends elsewhere is not followed', async () => {
    const other = await fakeModels(good)
    const { url, seen } = await fakeModels(() => ({
      status: 307,
      headers: { location: `${other.url}/chat` },
    }))
    expect(await ask(model(url), [request('a')])).toMatchObject([
      { failure: 'refused', detail: 'status 307: a redirect, which is not followed' },
    ])
    expect([seen.length, other.seen.length]).toEqual([1, 0])
  })

  test.each([
    ['not JSON', { status: 200, text: 'hello' }],
    ['a list', { json: [1] }],
    ['without text', { json: { choices: [], content: [], message: 3 } }],
    ['null', { json: null }],
  ] as [string, Behaviour][])('whose answer is %s fails in one line', async (_, behaviour) => {
    const { url } = await fakeModels(() => behaviour)
    const [reply] = await ask(model(url), [request('a')])
    expect(reply).toMatchObject({ failure: 'transport', detail: expect.not.stringContaining('\n') })
  })
})

test('a model that says nothing is given up, and not asked again, whatever it speaks', async () => {
  const replies = PROVIDERS.map(async (provider) => {
    const { url, seen } = await fakeModels(() => 'silence')
    const model = { provider, baseUrl: url, model: 'm-1', apiKeyEnv: 'MODEL_KEY' }
    return [await ask(model, [request('a')], { limits: { seconds: 1 } }), seen.length]
  })
  expect(await Promise.all(replies)).toEqual(
    PROVIDERS.map(() => [[expect.objectContaining({ failure: 'timeout', detail: 'no answer in 1 s' })], 1]),
  )
})

test('one model that fails leaves the others alone', async () => {
  const fails = (one: SeenRequest): boolean => JSON.stringify(one.body).includes('fail')
  const { url } = await fakeModels((one) =>
    fails(one) ? { status: 400, text: 'no' } : { json: ANSWERS.openai('fine') },
  )
  const model = { provider: 'openai', baseUrl: url, model: 'm' }
  const replies = await ask(model, [request('a'), request('b', 'fail'), request('c')])
  expect(replies).toMatchObject([
    { text: 'fine' },
    { failure: 'refused', detail: 'status 400: no' },
    { text: 'fine' },
  ])
})

test('a call that is cancelled ends at once', async () => {
  const { url } = await fakeModels(() => 'silence')
  const cancel = new AbortController()
  setTimeout(() => cancel.abort(), 100)
  const replies = await ask({ provider: 'ollama', baseUrl: url, model: 'm' }, [request('a'), request('b')], {
    signal: cancel.signal,
  })
  expect(replies).toMatchObject([{ failure: 'cancelled' }, { failure: 'cancelled' }])
})

test('a secret in a prompt does not leave', async () => {
  const { url, seen } = await fakeModels(() => ({ json: ANSWERS.openai('fine') }))
  const secret = sampleSecrets(7)[0]?.secret ?? ''
  await ask({ provider: 'openai', baseUrl: url, model: 'm' }, [request('a', `The token is ${secret}.`)])
  expect(JSON.stringify(seen[0]?.body)).toContain('The token is')
  expect(JSON.stringify(seen[0]?.body)).not.toContain(secret)
})

test('an endpoint is named when none of its addresses answers', async () => {
  const cause = new AggregateError([
    new Error('connect ECONNREFUSED ::1:9'),
    new Error('connect ECONNREFUSED 127.0.0.1:9'),
  ])
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause })))
  onTestFinished(() => void vi.unstubAllGlobals())
  const replies = await ask({ provider: 'ollama', model: 'q' }, [request('a')])
  expect(replies).toMatchObject([{ detail: 'fetch failed: connect ECONNREFUSED ::1:9' }])
})

describe('a local program', () => {
  const program = (code: string): object => ({ provider: 'command', command: [process.execPath, '-e', code] })

  test('gets the prompt on standard input and no shell', async () => {
    const code = "process.stdin.on('data', d => process.stdout.write(String(d).toUpperCase()))"
    const [reply] = await ask(program(code), [request('a', '$(touch x) `y`')])
    expect(reply).toMatchObject({ text: 'ANSWER IN ONE LINE.\n\n$(TOUCH X) `Y`\n' })
  })

  test('that fails is refused with what it says', async () => {
    const code = "process.stderr.write('no\\nmodel'); process.exit(3)"
    expect(await ask(program(code), [request('a')])).toMatchObject([
      { failure: 'refused', detail: 'it ended with 3: no model' },
    ])
  })

  test('that goes on, or a process of its own, is given up at the limit', async () => {
    const other = 'setTimeout(() => {}, 8000)'
    const start = `require('node:child_process').spawn(process.execPath, ['-e', '${other}'], { stdio: 'inherit' }).unref()`
    const codes = [
      'setInterval(() => {}, 1000)',
      `${start}; setTimeout(() => {}, 20000)`,
      `${start}; process.exit(0)`,
    ]
    const begun = Date.now()
    const replies = codes.map((code) => ask(program(code), [request('a')], { limits: { seconds: 1 } }))
    for (const reply of await Promise.all(replies))
      expect(reply).toMatchObject([{ failure: 'timeout', detail: 'no answer in 1 s' }])
    expect(Date.now() - begun).toBeLessThan(6000)
  })

  test('that prints without end is stopped, also where a process of its own prints', async () => {
    const other = 'setInterval(() => process.stdout.write("x".repeat(60000)), 1)'
    const start = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(other)}], { stdio: 'inherit' })`
    const replies = await ask(program(start), [request('a')], { limits: { seconds: 20 } })
    expect(replies).toMatchObject([{ failure: 'transport', detail: 'the answer is longer than 4 MiB' }])
  })

  test('that prints what is no text gives none', async () => {
    const replies = await ask(program('process.stdout.write(Buffer.from([97, 255, 98]))'), [request('a')])
    expect(replies).toMatchObject([{ failure: 'transport', detail: 'the answer is not UTF-8 text' }])
  })

  test('that does not exist', async () => {
    const replies = await ask({ provider: 'command', command: ['no-such-program-here'] }, [request('a')])
    expect(replies).toMatchObject([
      { failure: 'transport', detail: 'the program no-such-program-here is not found (ENOENT)' },
    ])
  })
})

test.each(['{ "a": [', '[]', null])('recorded answers that cannot be read are named: %s', async (text) => {
  const file = join(tempFolder(), 'tape.json')
  if (text !== null) writeFileSync(file, text)
  const replies = await ask({ provider: 'recorded', file }, [request('a')])
  expect(replies).toMatchObject([{ failure: 'transport', detail: expect.stringContaining('tape.json') }])
})

test('recorded answers come in order, by role', async () => {
  const file = join(tempFolder(), 'tape.json')
  writeFileSync(file, JSON.stringify({ a: ['one', { failure: 'timeout', detail: 'late' }], b: ['two'] }))
  const replies = await ask({ provider: 'recorded', file }, [
    request('a'),
    request('b'),
    request('a'),
    request('b'),
  ])
  expect(replies).toMatchObject([
    { text: 'one' },
    { text: 'two' },
    { failure: 'timeout', detail: 'late' },
    { failure: 'transport', detail: 'the recording has no answer 2 for b' },
  ])
})
