import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import { operationNamed } from '../../src/operations/registry.ts'
import { writtenOutput } from '../../src/operations/shown-schemas.ts'
import { storeAt } from '../helpers/agent-memory/store.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

type Data = { readonly [key: string]: unknown }

test('an agent adds, finds, promotes, compacts and restores through the protocol, and cannot name a directory', async () => {
  const { dir, git } = tempRepo()
  const { client } = await mcpClient(dir, { args: ['--layouts', 'agent-memory', '--tools', 'all'] })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'audit_memory',
    'memory_add',
    'memory_compact',
    'memory_find',
    'memory_get',
    'memory_list',
    'memory_promote',
    'memory_restore',
    'memory_search',
    'memory_update',
    'memory_weekly',
  ])
  for (const { inputSchema } of tools) {
    expect(JSON.stringify(inputSchema)).not.toMatch(/memoryRoot|memory_root|x-flag/)
  }
  const call = async (name: string, args: Data): Promise<Data> => {
    const result = await client.callTool({ name, arguments: args })
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
    const data = result.structuredContent as JsonObject
    expect(checkSchema(data, writtenOutput(operationNamed(name).operation)), name).toEqual([])
    return result.structuredContent as Data
  }
  const fact = {
    kind: 'fact',
    summary: 'Retries end after five',
    content: 'The queue drops the message then.',
    tags: ['ci'],
  }
  const first = await call('memory_add', fact)
  const second = await call('memory_add', { ...fact, summary: 'Another summary', allow_duplicate: true })
  expect(storeAt(dir).json(`working/${first.id}.json`).source).toBe('mcp:test')
  expect(await call('memory_find', { query: 'queue retries' })).toMatchObject({ total: 2, status: 'ok' })
  expect(await call('memory_list', { scope: 'working' })).toMatchObject({ total: 2 })
  expect(await call('memory_compact', { scope: 'working' })).toMatchObject({ saved: false, same: [{}] })
  const compacted = await call('memory_compact', { scope: 'working', apply: true })
  expect(compacted).toMatchObject({ saved: true, failed: [] })
  const [{ archive: [gone = ''] = [] } = {}] = compacted.same as readonly {
    readonly archive?: readonly string[]
  }[]
  expect([first.id, second.id]).toContain(gone)
  expect(await call('memory_restore', { id: gone })).toMatchObject({ saved: true })
  expect(await call('memory_update', { id: first.id, confidence: 1 })).toMatchObject({ saved: true })
  expect(await call('memory_promote', { id: first.id, fromScope: 'working' })).toMatchObject({
    scope: 'durable',
  })
  expect(await call('memory_get', { id: first.id })).toMatchObject({
    record: { scope: 'durable', confidence: 1 },
  })
  expect(await call('memory_weekly', {})).toMatchObject({ mode: 'report', status: 'ok' })
  const refused = await client.callTool({ name: 'memory_find', arguments: { query: 'x', memoryRoot: 'src' } })
  expect(refused.isError).toBe(true)
  expect(git('status', '--porcelain')).toBe('')
})
