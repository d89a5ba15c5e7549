import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { type RawServer, rawServer } from '../helpers/mcp-lines.ts'
import { tempFolder, tempRepo } from '../helpers/temp-repo.ts'
import { inTurn } from '../helpers/variant.ts'

const MIB = 1024 * 1024

/** Waits until everything that was written before is dealt with. */
async function settled(server: RawServer, last = 'last'): Promise<void> {
  server.write({ id: last, method: 'ping' })
  expect(await server.answer(({ id }) => id === last)).toMatchObject({ result: {} })
}

const codeOf = ({ error }: JsonObject): unknown => (error as JsonObject | undefined)?.code

const REFUSED: readonly (readonly [what: string, line: string, code: number, id: string | number | null])[] =
  [
    ['no JSON', '{nope\n', -32700, null],
    ['half a message', '{"jsonrpc":"2.0","id":5\n', -32700, null],
    ['a byte order mark', '\ufeff{"jsonrpc":"2.0","id":5,"method":"ping"}\n', -32700, null],
    ['null', 'null\n', -32600, null],
    ['a number', '42\n', -32600, null],
    ['an empty object', '{}\n', -32600, null],
    ['an empty batch', '[]\n', -32600, null],
    ['a batch', '[{"jsonrpc":"2.0","id":5,"method":"ping"}]\n', -32600, null],
    ['another version', '{"jsonrpc":"1.0","id":5,"method":"ping"}\n', -32600, 5],
    ['a method that is no name', '{"jsonrpc":"2.0","id":"five","method":5}\n', -32600, 'five'],
    ['parameters that are no object', '{"jsonrpc":"2.0","id":5,"method":"ping","params":5}\n', -32600, 5],
    ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, null],
    ['half an id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600, null],
    ['an id past what is exact', '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}\n', -32600, null],
  ]

test('what is no request is refused, and the next message answered', async () => {
  const server = await rawServer(tempFolder())
  for (const [what, line, code, id] of REFUSED) {
    const before = server.messages().length
    server.write(line)
    await settled(server, what)
    const refusals = server.messages().slice(before).filter(codeOf)
    expect(refusals.map(codeOf), what).toEqual([code])
    expect(refusals[0]).toEqual({ jsonrpc: '2.0', id, error: expect.anything() })
  }
  expect(await server.end()).toBe(0)
  const said = server.said().split('\n')
  expect(said.pop()).toBe('')
  expect(said).toEqual(REFUSED.map(() => expect.stringMatching(/^memkeep: The (?:line|message) .{10,150}$/)))
})

test('empty lines and answers without a request are no fault of a request', async () => {
  const server = await rawServer(tempFolder())
  server.write('\n', '  \r\n', '{"jsonrpc":"2.0","id":5,"result":7}\n', { id: 6, result: {} })
  await settled(server)
  expect(server.messages().filter(codeOf)).toEqual([])
})

test('ids of every kind come back as they were', async () => {
  const server = await rawServer(tempFolder(), { greet: false })
  const ids = [0, -3, 1, '', '1', 'ü-😀', '\u2028', Number.MAX_SAFE_INTEGER]
  for (const id of ids) server.write({ id, method: 'ping' })
  await settled(server)
  expect(server.messages().map(({ id }) => id)).toEqual([...ids, 'last'])
})

test('a message may come in single bytes, and end as on Windows', async () => {
  const server = await rawServer(tempFolder())
  for (const byte of Buffer.from('{"jsonrpc":"2.0","id":"ü😀","method":"ping"}\r\n')) {
    server.write(Uint8Array.of(byte))
    await new Promise(setImmediate)
  }
  expect(await server.answer(({ id }) => id === 'ü😀')).toMatchObject({ result: {} })
})

const LONG_LINES: readonly (readonly [where: string, line: (long: string) => string, id: unknown])[] = [
  [
    'at the beginning',
    (long) => `{"jsonrpc":"2.0","id":"big","method":"ping","params":{"x":"${long}"}}\n`,
    'big',
  ],
  ['at the end', (long) => `{"method":"ping","params":{"x":"${long}"},"jsonrpc":"2.0","id":"big"}\n`, 'big'],
  [
    'at the beginning, a number',
    (long) => `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"${long}"}}\r\n`,
    7,
  ],
  ['nowhere to be seen', (long) => `{"x":"${long}","jsonrpc":"2.0","id":"big","y":"${long}"}\n`, null],
]

test('a line of 20 MiB is refused by its id, wherever that is, and one of 9 MiB is taken after it', async () => {
  const server = await rawServer(tempFolder())
  for (const [where, line, id] of LONG_LINES) {
    const before = server.messages().length
    server.write(line('x'.repeat(20 * MIB)))
    await settled(server, where)
    const [refusal, ...others] = server.messages().slice(before).filter(codeOf)
    expect(others, where).toEqual([])
    expect(refusal?.id, where).toBe(id)
    expect(refusal?.error).toMatchObject({
      code: -32600,
      message: expect.stringMatching(/^The message has \d+ bytes, at most 10485760 are allowed$/),
    })
  }
  server.write({ id: 'nine', method: 'ping', params: { x: 'x'.repeat(9 * MIB) } })
  expect(await server.answer(({ id }) => id === 'nine')).toMatchObject({ result: {} })
})

test('a line of 20 MiB that never ends takes no server down', async () => {
  const server = await rawServer(tempFolder())
  server.write('x'.repeat(20 * MIB))
  expect(await server.end()).toBe(0)
})

test('a client that reads no more ends the server at the next answer', async () => {
  const server = await rawServer(tempFolder())
  const left = server.leave()
  server.write({ id: 5, method: 'ping' })
  expect(await left).toBe(0)
})

const CLIENT = { name: 'raw', version: '1' }
const HELLO = {
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT },
}
const _meta = {
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: CLIENT,
  [CLIENT_CAPABILITIES_META_KEY]: {},
}
type Line = JsonObject & { readonly params?: JsonObject }
const MODERN: readonly Line[] = [
  { id: 'hello', method: 'server/discover', params: {} },
  { id: 'listen', method: 'subscriptions/listen', params: { notifications: { toolsListChanged: true } } },
  { id: 'unknown', method: 'nothing/known', params: {} },
]

const URI = 'memkeep://workspace/resources/workspaces/shop/OVERVIEW.md'
const LESSON = {
  scope: { workspace: 'shop' },
  type: 'lesson',
  title: 'Input may end early',
  content: 'What was asked before the end of the input is answered after it.',
  tags: ['ci'],
}
const call = (name: string, args: JsonObject): JsonObject => ({ name, arguments: args })
const ASKED: readonly Line[] = [
  { id: 1, method: 'tools/list', params: {} },
  { id: 2, method: 'tools/call', params: call('workspace_get_context', { scope: { workspace: 'shop' } }) },
  { id: 3, method: 'tools/call', params: call('workspace_save_memory', LESSON) },
  { id: 4, method: 'resources/list', params: {} },
  { id: 5, method: 'resources/read', params: { uri: URI } },
  { id: 6, method: 'resources/read', params: { uri: `${URI}?` } },
]

type Protocol = { readonly name: string; readonly greeting: readonly Line[]; readonly meta: JsonObject }
const PROTOCOLS: readonly Protocol[] = [
  { name: '2025', greeting: [HELLO, { method: 'notifications/initialized' }], meta: {} },
  { name: '2026', greeting: MODERN, meta: { _meta } },
]

describe.each(PROTOCOLS)('when the input ends, by the protocol of $name', (protocol) => {
  const { greeting, meta } = protocol
  const testInTurn = inTurn(PROTOCOLS, protocol)
  const lines = [...greeting, ...ASKED].map(
    (line): JsonObject => (line.params ? { ...line, params: { ...line.params, ...meta } } : line),
  )
  const shop = (): string => {
    const repo = tempRepo()
    cpSync('examples/workspace', repo.dir, { recursive: true, verbatimSymlinks: true })
    repo.commit()
    return repo.dir
  }

  test('all that was asked is answered once', async () => {
    const dir = shop()
    const server = await rawServer(dir, { greet: false })
    server.write(...lines)
    expect(await server.end()).toBe(0)
    const ids = (messages: readonly JsonObject[]): string[] =>
      messages.flatMap(({ id }) => (id === undefined ? [] : String(id))).sort()
    expect(ids(server.messages())).toEqual(ids(lines))
    const answer = (wanted: number) => server.messages().find(({ id, result }) => id === wanted && result)
    expect(answer(3)?.result).toMatchObject({ structuredContent: expect.anything() })
    expect(answer(5)?.result).toMatchObject({ contents: [{ uri: URI }] })
    const log = readFileSync(join(dir, 'user/memory/workspaces/shop/lessons.md'), 'utf8')
    expect(log).toContain(LESSON.title)
  })

  testInTurn('what was taken back is not waited for', async () => {
    const server = await rawServer(shop(), { greet: false })
    server.write(...lines, { method: 'notifications/cancelled', params: { requestId: 4, ...meta } })
    expect(await server.end()).toBe(0)
    const ids = server.messages().map(({ id }) => id)
    expect(ids).not.toContain(4)
    expect(ids).toEqual(expect.arrayContaining([1, 2, 3, 5, 6]))
  })

  testInTurn('a client that reads no more is not waited for', async () => {
    const server = await rawServer(shop(), { greet: false })
    server.write(...lines)
    const left = server.leave()
    server.end()
    expect(await left).toBe(0)
  })
})
