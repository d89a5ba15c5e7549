import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { expect, test } from 'vitest'
import { type OpenRequests, openRequests } from '../../src/mcp/serve.ts'

const jsonrpc = '2.0'
const asked = (id: number | string): JSONRPCMessage => ({ jsonrpc, id, method: 'ping' })
const answer = (id: number | string): JSONRPCMessage => ({ jsonrpc, id, result: {} })
const takenBack = (requestId: number): JSONRPCMessage => ({
  jsonrpc,
  method: 'notifications/cancelled',
  params: { requestId },
})

async function isNone(open: OpenRequests): Promise<boolean> {
  let none = false
  open.whenNone().then(() => {
    none = true
  })
  await new Promise(setImmediate)
  return none
}

test('each is open until it is answered or taken back, an id of two requests until both are', async () => {
  const open = openRequests()
  expect(await isNone(open)).toBe(true)
  for (const id of [1, 1, '1', 2]) open.received(asked(id))
  for (const message of [answer(1), answer('1'), answer(3), asked(1)]) open.sent(message)
  open.received(answer(1))
  open.received(takenBack(2))
  expect(await isNone(open)).toBe(false)
  open.sent({ jsonrpc, id: 1, error: { code: -32603, message: 'no' } })
  expect(await isNone(open)).toBe(true)
})

test('a waiting call returns when the last one is answered', async () => {
  const open = openRequests()
  open.received(asked(1))
  const none = open.whenNone()
  open.sent(answer(1))
  await none
})
