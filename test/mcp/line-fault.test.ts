import { expect, test } from 'vitest'
import { lineFault, MAX_LINE_BYTES } from '../../src/mcp/standard-lines.ts'

/** The id that is reported for a line too long to keep, by its first and last bytes. */
const idOf = (start: string, end: string): unknown =>
  lineFault({ bytes: MAX_LINE_BYTES + 1, start, end })?.response.id

test.each([
  ['{"jsonrpc":"2.0","id":7,"method":"x', 'y"}}\n', 7],
  ['{"jsonrpc":"2.0","id":"ü","method":"x', 'y"}}\n', 'ü'],
  ['{"method":"x', 'y"},"jsonrpc":"2.0","id":0}\n', 0],
  ['{"method":"x', 'y"},"id":"a b"}\r\n', 'a b'],
  // What is in the message of another one, what is cut, and what is no id.
  ['{"method":"x', 'y","id":5}}\n', null],
  ['{"method":"x', 'y\\"},\\"id\\":5}\n', null],
  ['{"jsonrpc":"2.0","id":7', '9,"method":"x"}\n', null],
  ['{"jsonrpc":"2.0","id":007,"method":"x', 'y"}}\n', null],
  ['{"jsonrpc":"2.0","id":"a\tb","method":"x', 'y"}}\n', null],
  ['{"jsonrpc":"2.0","id":1.5,"method":"x', 'y"}}\n', null],
  ['{"jsonrpc":"2.0","id":null,"method":"x', 'y"}}\n', null],
])('%j … %j', (start, end, id) => {
  expect(idOf(start, end)).toBe(id)
})

test('an answer is not answered', () => {
  expect(lineFault('{"jsonrpc":"2.0","id":5,"result":7}')?.answers).toBe(false)
  expect(lineFault('{"jsonrpc":"2.0","id":5,"error":7}')?.answers).toBe(false)
  expect(lineFault('{"jsonrpc":"2.0","id":5,"method":7}')?.answers).toBe(true)
})

test('a line that is no JSON is a parse error with an id of null', () => {
  expect(lineFault('{bad json')?.response).toMatchObject({
    jsonrpc: '2.0',
    id: null,
    error: { code: -32700 },
  })
})
