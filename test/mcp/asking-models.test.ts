import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import { askUserModels } from '../../src/cli/ask-user-models.ts'
import { createServer } from '../../src/mcp/serve.ts'
import { recentReads } from '../../src/operations/operation-call.ts'
import { askLine } from '../helpers/asking-line.ts'
import { ANSWERS, type Behaviour, fakeModels, type SeenRequest } from '../helpers/fake-models.ts'
import { modelsFileWith } from '../helpers/open-test-models.ts'
import { lineLog } from '../helpers/saving/line-log.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const ARGS = { log: 'a', line: 'one text.' }

type Served = { readonly client: Client; readonly dir: string; readonly seen: readonly SeenRequest[] }

/** A client of a server with an operation that asks models, and the models. */
async function served(
  behave: (request: SeenRequest, count: number) => Behaviour,
  models?: (url: string) => object,
  variables: { readonly [name: string]: string } = {},
): Promise<Served> {
  const { url, seen } = await fakeModels(behave)
  const { dir } = tempRepo()
  const one = { provider: 'openai', baseUrl: url, model: 'm' }
  const path = modelsFileWith(JSON.stringify(models?.(url) ?? { models: { one } }))
  const io = {
    stdout: { write: () => true },
    stderr: { write: () => true },
    stdin: async () => '',
    env: { ...process.env, XDG_CACHE_HOME: tempFolder(), ...variables },
    cwd: dir,
    now: () => new Date('2026-06-01T10:00:00Z'),
  }
  const server = createServer({
    started: { given: dir, named: null, here: dir },
    operations: [{ name: askLine.name, operation: askLine, layout: lineLog }],
    layouts: [lineLog.id],
    tools: { all: false, names: [] },
    config: undefined,
    cache: false,
    moment: () => ({ today: '2026-06-01', now: '2026-06-01T10:00:00.000Z' }),
    recent: recentReads(),
    embedder: () => async () => null,
    ask: (cwd) => askUserModels({ cwd, path }, io),
    difference: ({ path: changed }) => changed,
    log: () => undefined,
    canAsk: true,
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  await server.connect(theirs)
  await client.connect(ours)
  return { client, dir, seen }
}

const good = (): Behaviour => ({ json: ANSWERS.openai('- one text.\n') })

test('a tool that asks models writes what they say, and says how far it is', async () => {
  const { client, dir, seen } = await served((_, count) =>
    count === 1 ? { json: ANSWERS.openai('no line') } : good(),
  )
  const steps: string[] = []
  const result = await client.callTool(
    { name: 'ask_line', arguments: ARGS },
    { onprogress: ({ progress, total, message }) => steps.push(`${progress}/${total} ${message}`) },
  )
  expect(result.isError).toBeUndefined()
  expect(readFileSync(join(dir, 'log/a.txt'), 'utf8')).toBe('- one text.\n')
  expect(seen).toHaveLength(2)
  expect(steps).toEqual([
    '0/4 read the memory',
    '1/4 ask the models',
    '1.5/4 models: 1 of 1 answered',
    '1.75/4 models: 1 of 1 answered',
    '2/4 wait for other writers',
    '3/4 write',
  ])
})

test('a client that cancels ends the request to the model, and nothing is written', async () => {
  const { client, dir, seen } = await served(() => 'silence')
  const cancel = new AbortController()
  const call = client.callTool({ name: 'ask_line', arguments: ARGS }, { signal: cancel.signal })
  await expect.poll(() => seen.length).toBe(1)
  cancel.abort()
  await expect(call).rejects.toThrow()
  await expect.poll(() => seen[0]?.isOpen()).toBe(false)
  expect(existsSync(join(dir, 'log'))).toBe(false)
})

test('a failure of the model is what the tool makes of it', async () => {
  const { client } = await served(() => ({ status: 400, text: 'no such model' }))
  const result = await client.callTool({ name: 'ask_line', arguments: ARGS })
  expect(result).toMatchObject({ isError: true })
  expect(JSON.stringify(result.content)).toContain('status 400: no such model')
})

test('the file of models is read at the call, and a wrong one is refused', async () => {
  const { client } = await served(good, () => ({ models: { one: { provider: 'olama' } } }))
  const result = await client.callTool({ name: 'ask_line', arguments: ARGS })
  expect(JSON.stringify(result.content)).toContain('Did you mean')
  expect(result).toMatchObject({ isError: true })
})

test('no argument of a call names a model', async () => {
  const { client, seen } = await served(good)
  const result = await client.callTool({
    name: 'ask_line',
    arguments: { ...ARGS, models: '/tmp/models.yaml', command: ['sh'] },
  })
  expect(result).toMatchObject({ isError: true })
  expect(seen).toEqual([])
})

test('a key that the endpoint repeats reaches no client', async () => {
  const key = 'canary-key-8f14e45fceea167a'
  const { client, seen } = await served(
    () => ({ status: 401, text: `bad key ${key}` }),
    (url) => ({ models: { one: { provider: 'openai', baseUrl: url, model: 'm', apiKeyEnv: 'MODEL_KEY' } } }),
    { MODEL_KEY: key },
  )
  const result = await client.callTool({ name: 'ask_line', arguments: ARGS })
  expect(seen[0]?.headers.authorization).toContain(key)
  expect(JSON.stringify(result)).toContain('bad key [key]')
  expect(JSON.stringify(result)).not.toContain('canary')
})
