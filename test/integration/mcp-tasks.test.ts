import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mcpClient } from '../helpers/mcp-client.ts'
import type { PlantedLayout } from '../helpers/planted.ts'
import { clean } from '../layouts/working-memory/planted.ts'
import { repositoryOf } from './ways-out/change-repo.ts'

// Thirty tasks, and the calls that a reader chose for them who knew nothing but the list of tools.

type Call = { readonly tool: string; readonly arguments: { [name: string]: unknown } }

type Task = {
  readonly layout: string
  readonly task: string
  /** What was done before, also with tools that are not listed. */
  readonly before?: readonly Call[]
  readonly calls: readonly Call[]
}

const TASKS: readonly Task[] = JSON.parse(readFileSync('test/mcp/tasks.json', 'utf8'))

describe.each([...new Set(TASKS.map(({ layout }) => layout))])('with the memory of %s', (layout) => {
  test('every call is on the list and is accepted', async () => {
    const parts = await Promise.all(
      layout.split('+').map(async (id) => (await import(`../layouts/${id}/planted.ts`)) as PlantedLayout),
    )
    const repo = repositoryOf(Object.assign({}, ...parts.map(({ clean }) => clean)))
    const { client } = await mcpClient(repo.dir)
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    for (const { task, before = [], calls } of TASKS.filter((one) => one.layout === layout)) {
      for (const one of before) await client.callTool({ name: one.tool, arguments: one.arguments })
      for (const { tool, arguments: args } of calls) {
        expect(listed, task).toContain(tool)
        const { isError, content } = await client.callTool({ name: tool, arguments: args })
        expect(isError ? content : [], `${task} ${tool}`).toEqual([])
      }
    }
  })
})

test('an update that applies nothing is an error with its data, and one that is applied in part is none', async () => {
  const { client } = await mcpClient(repositoryOf(clean).dir)
  const apply = async (args: { [name: string]: unknown }) =>
    client.callTool({ name: 'working_memory_apply', arguments: { task: 'lost-retries', ...args } })
  const good = 'KEY_LEARNINGS:\n  ADD:\n    - because it failed twice: leases run out'
  const bad = 'CURRENT_PROGRESS:\n  Completed:\n    - nothing is in progress'
  for (const args of [
    { update: 'hello' },
    { update: bad },
    { update: 'hello', dry_run: true },
    { update: `${bad}\n${good}`, strict: true },
  ]) {
    const { isError, structuredContent } = await apply(args)
    expect({ isError, structuredContent }).toMatchObject({
      isError: true,
      structuredContent: { saved: false, refused: [{}] },
    })
  }
  for (const args of [
    { update: 'no change' },
    { update: `${bad}\n${good}`, dry_run: true },
    { update: `${bad}\n${good}` },
  ]) {
    expect((await apply(args)).isError, JSON.stringify(args)).toBeUndefined()
  }
})
