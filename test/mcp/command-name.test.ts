import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { expect, onTestFinished, test } from 'vitest'
import type { CommandName } from '../../src/core/command-name.ts'
import { createServer } from '../../src/mcp/serve.ts'
import { recentReads } from '../../src/operations/operation-call.ts'

async function instructionsOf(command?: CommandName): Promise<string | undefined> {
  const server = createServer({
    started: { given: '/', named: null, here: '/' },
    operations: [],
    layouts: [],
    tools: { all: false, names: [] },
    config: undefined,
    cache: false,
    moment: () => ({ today: '2026-06-01', now: '2026-06-01T10:00:00.000Z' }),
    recent: recentReads(),
    embedder: () => async () => null,
    ask: () => async () => [],
    difference: ({ path }) => path,
    log: () => undefined,
    canAsk: true,
    command,
  })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  await server.connect(theirs)
  await client.connect(ours)
  return client.getInstructions()
}

test('an agent learns how the command is called where it is on no PATH', async () => {
  expect(await instructionsOf('npx memkeep')).toMatch(/`memkeep …`, run `npx memkeep …` in a shell\.$/)
  expect(await instructionsOf('memkeep')).not.toContain('in a shell')
  expect(await instructionsOf()).not.toContain('in a shell')
})
