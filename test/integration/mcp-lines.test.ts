import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { type RawServer, rawServer } from '../helpers/mcp-lines.ts'
import { tempFolder } from '../helpers/temp-repo.ts'

const MIB = 1024 * 1024

/** Waits until everything that was written before is dealt with. */
async function settled(server: RawServer, last = 'last'): Promise<void> {
  server.write({ id: last, method: 'ping' })
  expect(await server.answer(({ id }) => id === last)).toMatchObject({ result: {} })
}

const codeOf = ({ error }: JsonObject): unknown => (error as JsonObject | undefined)?.code

const REFUSED: readonly (readonly [
  what: string,
  line: string,
  code: number,
  id: string | number | undefined,
])[] = [
  ['no JSON', '{nope\n', -32700, undefined],
  ['half a message', '{"jsonrpc":"2.0","id":5\n', -32700, undefined],
  ['a byte order mark', '\ufeff{"jsonrpc":"2.0","id":5,"method":"ping"}\n', -32700, undefined],
  ['null', 'null\n', -32600, undefined],
  ['a number', '42\n', -32600, undefined],
  ['an empty object', '{}\n', -32600, undefined],
  ['an empty batch', '[]\n', -32600, undefined],
  ['a batch', '[{"jsonrpc":"2.0","id":5,"method":"ping"}]\n', -32600, undefined],
  ['another version', '{"jsonrpc":"1.0","id":5,"method":"ping"}\n', -32600, 5],
  ['a method that is no name', '{"jsonrpc":"2.0","id":"five","method":5}\n', -32600, 'five'],
  ['parameters that are no object', '{"jsonrpc":"2.0","id":5,"method":"ping","params":5}\n', -32600, 5],
  ['an id of null', '{"jsonrpc":"2.0","id":null,"method":"ping"}\n', -32600, undefined],
  ['half an id', '{"jsonrpc":"2.0","id":1.5,"method":"ping"}\n', -32600, undefined],
  [
    'an id past what is exact',
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}\n',
    -32600,
    undefined,
  ],
]

test('what is no request is refused, and the next message answered', async () => {
  const server = await rawServer(tempFolder())
  for (const [what, line, code, id] of REFUSED) {
    const before = server.messages().length
    server.write(line)
    await settled(server, what)
    const refusals = server.messages().slice(before).filter(codeOf)
    expect(refusals.map(codeOf), what).toEqual([code])
    expect(refusals[0]).toEqual({ jsonrpc: '2.0', ...(id !== undefined && { id }), error: expect.anything() })
  }
  expect(await server.end()).toBe(0)
  const said = server.said().split('\n')
  expect(said.pop()).toBe('')
  expect(said).toEqual(REFUSED.map(() => expect.stringMatching(/^memkeep: Unexpected .{10,150}$/)))
})

test('lines that are empty and answers that nobody asked for are no fault of a request', async () => {
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

test.each([
  [
    'at the beginning',
    (long: string) => `{"jsonrpc":"2.0","id":"big","method":"ping","params":{"x":"${long}"}}\n`,
  ],
  ['at the end', (long: string) => `{"method":"ping","params":{"x":"${long}"},"jsonrpc":"2.0","id":"big"}\n`],
  [
    'at the beginning, a number',
    (long: string) => `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"${long}"}}\r\n`,
  ],
  ['nowhere to be seen', (long: string) => `{"x":"${long}","jsonrpc":"2.0","id":"big","y":"${long}"}\n`],
])('a line of 20 MiB with its id %s is refused, and does not end the server', async (where, line) => {
  const server = await rawServer(tempFolder())
  server.write(line('x'.repeat(20 * MIB)))
  await settled(server)
  const [refusal, ...others] = server.messages().filter(codeOf)
  expect(others).toEqual([])
  const id = where.startsWith('nowhere') ? undefined : where.endsWith('number') ? 7 : 'big'
  expect(refusal?.id).toBe(id)
  expect(refusal?.error).toMatchObject({
    code: -32600,
    message: expect.stringMatching(/bytes, expected at most/),
  })
})

test('a message of 9 MiB is taken', async () => {
  const server = await rawServer(tempFolder())
  server.write({ id: 'big', method: 'ping', params: { x: 'x'.repeat(9 * MIB) } })
  expect(await server.answer(({ id }) => id === 'big')).toMatchObject({ result: {} })
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
