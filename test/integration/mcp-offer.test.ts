import { describe, expect, test } from 'vitest'
import { allOperations, sharedOperations } from '../../src/operations/registry.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { memkeep } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

const LOG = '# Decisions\n\n### [2026-02-08] One queue\n\n**Decision:** One queue.\n'

function namesOf(...layouts: readonly string[]): readonly string[] {
  return allOperations().flatMap(({ layout, operation }) =>
    layouts.includes(layout.id) ? operation.name : [],
  )
}

async function offered(
  dir: string,
  args: readonly string[] = [],
): Promise<{ names: readonly string[]; said: string }> {
  const { client, said } = await mcpClient(dir, { args })
  const { tools } = await client.listTools()
  return { names: tools.map(({ name }) => name), said: said() }
}

describe('the tools that a client is shown', () => {
  test('are those of the layouts in use', async () => {
    const { dir, write } = tempRepo()
    write('user/memory/workspaces/shop/decisions.md', LOG)
    expect((await offered(dir)).names).toEqual(['memory_search', ...namesOf('workspace')])
  })

  test('are none where nothing is in use, and a person reads why', async () => {
    const { names, said } = await offered(tempRepo().dir)
    expect(names).toEqual([])
    expect(said).toMatch(/no tool is offered: start with --layouts NAME/)
  })

  test('follow settings', async () => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'layouts: { workspace: on }\n')
    expect((await offered(dir)).names).toEqual(['memory_search', ...namesOf('workspace')])
  })

  test('are all where settings are wrong: the call says what is wrong', async () => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'layouts: { workspace: maybe }\n')
    const { client } = await mcpClient(dir)
    const { tools } = await client.listTools()
    const forAgents = allOperations().filter(({ operation }) => !operation.forPrograms)
    expect(tools).toHaveLength(forAgents.length + sharedOperations.length)
    const result = await client.callTool({
      name: 'workspace_get_context',
      arguments: { scope: { workspace: 'shop' } },
    })
    expect(JSON.stringify(result.content)).toContain('memkeep.yaml:1')
  })

  test('are those that --layouts names, and no other can be called', async () => {
    const { dir } = tempRepo()
    expect((await offered(dir, ['--layouts', 'workspace'])).names).toEqual(namesOf('workspace'))
  })

  test('--layouts refuses a name that no layout has', async () => {
    const { code, err } = await memkeep(tempRepo().dir, ['mcp', '--layouts', 'workspace,nowhere'])
    expect(code).toBe(2)
    expect(err).toMatch(/^memkeep: No layout "nowhere" has operations\n {2}→ These have: .*workspace/)
  })
})

test('a client that gives a token for progress gets the steps of a call', async () => {
  const { dir, write } = tempRepo()
  write('user/memory/workspaces/shop/decisions.md', LOG)
  const { client } = await mcpClient(dir)
  const steps: unknown[] = []
  const args = {
    scope: { workspace: 'shop' },
    type: 'lesson',
    title: 'Retries need a limit',
    content: 'It never ended.',
    tags: ['ci'],
  }
  const onprogress = ({
    progress,
    total,
    message,
  }: {
    progress: number
    total?: number
    message?: string
  }): void => {
    steps.push([progress, total, message])
  }
  const result = await client.callTool({ name: 'workspace_save_memory', arguments: args }, { onprogress })
  expect(result.isError).toBeFalsy()
  expect(steps).toEqual([
    [0, 3, 'read the memory'],
    [1, 3, 'wait for other writers'],
    [2, 3, 'write'],
  ])
})
