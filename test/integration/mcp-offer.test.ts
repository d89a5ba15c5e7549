import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { allOperations, sharedOperations } from '../../src/operations/registry.ts'
import { mcpClient, sharedMcpClient } from '../helpers/mcp-client.ts'
import { memkeep } from '../helpers/setup.ts'
import { sharedBy, tempFolder, tempRepo } from '../helpers/temp-repo.ts'

const LOG = '# Decisions\n\n### [2026-02-08] One queue\n\n**Decision:** One queue.\n'

function namesOf(...layouts: readonly string[]): readonly string[] {
  return allOperations().flatMap(({ layout, operation }) =>
    layouts.includes(layout.id) && operation.everyday ? operation.name : [],
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

  test('are those over all layouts where nothing is in use, and a person reads why', async () => {
    const { names, said } = await offered(tempRepo().dir)
    expect(names).toEqual(['memory_search'])
    expect(said).toMatch(/only tools over all layouts are offered: start with --layouts NAME/)
  })

  test('say to an agent why none of them saves where nothing is in use', async () => {
    const { dir, write } = tempRepo()
    const why = /no tool that saves is offered\. .*`layouts: \{ atomic: on \}`/
    const [search] = (await (await mcpClient(dir)).client.listTools()).tools
    expect(search?.description).toMatch(why)
    write('memkeep.yaml', 'layouts: { workspace: on }\n')
    const { tools } = await (await mcpClient(dir)).client.listTools()
    for (const { description } of tools) expect(description).not.toMatch(why)
  })

  test('say to an agent where to write what no tool saves', async () => {
    const { dir, write } = tempRepo()
    write('DECISIONS.md', LOG)
    const [search, ...others] = (await (await mcpClient(dir)).client.listTools()).tools
    expect(search?.description).toMatch(/write what was decided or learned into the memory files themselves/)
    expect(others).toEqual([])
  })

  test('are those that can be called: another one is refused with what to do', async () => {
    const { dir, write } = tempRepo()
    const { client } = await mcpClient(dir)
    const search = await client.callTool({ name: 'memory_search', arguments: { query: 'queue' } })
    expect(search).toMatchObject({
      content: [
        { text: 'nothing is remembered here yet: `memkeep files` lists the files that memkeep sees' },
      ],
    })
    const fact = { title: 'The port', content: 'It is 9090.', tags: ['ports'] }
    const refused = await client.callTool({ name: 'write_fact', arguments: fact })
    expect(refused).toMatchObject({
      isError: true,
      content: [
        {
          text: 'write_fact belongs to the layout atomic, which this repository does not use\nTo use it, turn it on in memkeep.yaml: layouts: { atomic: on }. The list of tools has those that can be called.',
        },
      ],
    })
    expect(existsSync(join(dir, 'memory'))).toBe(false)
    write('memkeep.yaml', 'layouts: { atomic: on }\n')
    expect((await client.callTool({ name: 'write_fact', arguments: fact })).isError).toBeFalsy()
  })

  test('carry a task and a goal through their lives, and what a checkout learns to what is durable', async () => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'layouts: { atomic: on, agent-memory: on }\n')
    const { client } = await mcpClient(dir)
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    const call = async (name: string, args: object): Promise<{ [key: string]: unknown }> => {
      expect(listed).toContain(name)
      const { isError, structuredContent, content } = await client.callTool({
        name,
        arguments: { ...args },
      })
      expect(isError ? content : []).toEqual([])
      return structuredContent as { [key: string]: unknown }
    }
    const text = { title: 'The keys are rotated', content: 'Both are accepted for a week.' }
    const task = await call('write_task', text)
    await call('update_task', { id: task.id, status: 'in_progress' })
    expect(await call('update_task', { id: task.id, status: 'done' })).toHaveProperty('moved_from')
    const goal = await call('write_goal', { ...text, title: 'No outage by keys' })
    await call('update_goal', { id: goal.id, content: 'None in a year.' })
    expect(await call('update_goal', { id: goal.id, status: 'achieved' })).toMatchObject({
      status: 'achieved',
    })
    await call('write_reflection', { ...text, title: 'Rotation went well' })
    const record = await call('memory_add', {
      kind: 'fact',
      summary: 'Keys last a year',
      content: 'As agreed.',
    })
    await call('memory_promote', { id: record.id, fromScope: 'working' })
  })

  test('stay those that can be called when the last file of a layout is gone', async () => {
    const { dir, write, remove } = tempRepo()
    const path = 'user/memory/workspaces/shop/decisions.md'
    write(path, LOG)
    const { client } = await mcpClient(dir)
    await client.listTools()
    remove(path)
    const context = { name: 'workspace_get_context', arguments: { scope: { workspace: 'shop' } } }
    expect(JSON.stringify(await client.callTool(context))).not.toContain('does not use')
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('workspace_get_context')
  })

  test('follow settings', async () => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'layouts: { workspace: on }\n')
    expect((await offered(dir)).names).toEqual(['memory_search', ...namesOf('workspace')])
  })

  test('are all where settings are wrong: the call says what is wrong', async () => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'layouts: { workspace: maybe }\n')
    const { client } = await mcpClient(dir, { args: ['--tools', 'all'] })
    const { tools } = await client.listTools()
    const forAgents = allOperations().filter(({ operation }) => !operation.forPrograms)
    expect(tools).toHaveLength(forAgents.length + sharedOperations.length)
    const result = await client.callTool({
      name: 'workspace_get_context',
      arguments: { scope: { workspace: 'shop' } },
    })
    expect(JSON.stringify(result.content)).toContain('memkeep.yaml:1')
  })

  test('are those over all layouts and those that --layouts names', async () => {
    const { dir } = tempRepo()
    const { names } = await offered(dir, ['--layouts', 'workspace'])
    expect(names).toEqual(['memory_search', ...namesOf('workspace')])
  })

  test('are the others as well where the start names them, and all can be called', async () => {
    const { dir, write } = tempRepo()
    write('memkeep.yaml', 'layouts: { atomic: on }\n')
    const named = ['memory_search', 'audit_memory', 'list_memories', ...namesOf('atomic')].sort()
    const { names } = await offered(dir, ['--tools', 'audit_memory,list_memories'])
    expect([...names].sort()).toEqual(named)
    const all = allOperations().filter(({ layout, forPrograms }) => layout.id === 'atomic' && !forPrograms)
    expect((await offered(dir, ['--tools', 'all'])).names).toHaveLength(all.length + sharedOperations.length)
    const { client } = await mcpClient(dir)
    await client.listTools()
    expect((await client.callTool({ name: 'list_memories', arguments: {} })).isError).toBeFalsy()
  })

  test.each([
    ['remember_it', 'There is no operation "remember_it"'],
    ['query_memory', 'query_memory is for programs, and no tool of agents'],
  ])('--tools refuses %s', async (name, said) => {
    const { code, err } = await memkeep(tempRepo().dir, ['mcp', '--tools', name])
    expect(code).toBe(2)
    expect(err).toContain(`memkeep: ${said}`)
  })

  test('--layouts refuses a name that no layout has', async () => {
    const { code, err } = await memkeep(tempRepo().dir, ['mcp', '--layouts', 'workspace,nowhere'])
    expect(code).toBe(2)
    expect(err).toMatch(/^memkeep: No layout "nowhere" has operations\n {2}→ These have: .*workspace/)
  })
})

test('what the listed schemas leave out is said once: limits that hold in every layout, and the dry run', async () => {
  const { client } = await mcpClient(tempRepo().dir)
  const said = client.getInstructions() ?? ''
  const [title = 0, content = 0, tags = 0] = [/summary has (\d+)/, /text ([\d,]+\d)/, /list (\d+) tags/].map(
    (one) => Number(one.exec(said)?.[1]?.replace(',', '')),
  )
  expect(said).toContain('Every tool that saves takes `dry_run: true`')
  const saving = allOperations().filter(
    ({ name, operation, forPrograms }) =>
      !operation.readOnly && !forPrograms && !['memory_find', 'memory_get'].includes(name),
  )
  expect(saving.length).toBeGreaterThan(20)
  for (const { name, operation } of saving) {
    const properties = (operation.input.properties ?? {}) as { readonly [name: string]: JsonObject }
    const bounds = Object.entries(properties).map(([key, { anyOf, ...one }]): [string, JsonObject] => [
      key,
      Array.isArray(anyOf) ? (anyOf[0] as JsonObject) : one,
    ])
    const own = new Map(bounds)
    expect([name, own.has('dry_run')]).toEqual([name, true])
    for (const key of ['title', 'summary'])
      expect(own.get(key)?.maxLength ?? title, name).toBeGreaterThanOrEqual(title)
    expect(own.get('content')?.maxLength ?? content, name).toBeGreaterThanOrEqual(content)
    expect(own.get('tags')?.maxItems ?? tags, name).toBeGreaterThanOrEqual(tags)
  }
})

describe('a call of a tool that is not offered', () => {
  const asked = async (dir: string, name: string, args: readonly string[] = []): Promise<string> => {
    const { client } = await mcpClient(dir, { args })
    return await client.callTool({ name, arguments: {} }).then(
      (result) => JSON.stringify(result.content),
      (error: { readonly code: number; readonly message: string }) => `${error.code} ${error.message}`,
    )
  }
  const empty = sharedBy(tempRepo)

  test('names the tool that was meant, and those that there are', async () => {
    const { dir } = await empty()
    const said = await asked(dir, 'memory_serach')
    expect(said).toContain('-32602')
    expect(said).toContain(
      'There is no tool "memory_serach". Did you mean "memory_search"? Tools: memory_search.',
    )
    expect(await asked(dir, 'to\u202eString')).toContain('There is no tool "to\\u202eString". Tools:')
    expect(await asked(dir, 'constructor')).toContain('There is no tool "constructor". Tools:')
  })

  test.each([
    ['query_memory', [], 'query_memory is for programs, and no tool of agents.'],
    [
      'workspace_save_memory',
      ['--layouts', 'atomic'],
      'workspace_save_memory belongs to the layout workspace, and this server was started with --layouts atomic',
    ],
    ['write_fact', [], 'write_fact belongs to the layout atomic, which this repository does not use'],
  ])('says why %s is none with %j, whatever the arguments are', async (name, args, why) => {
    const { dir } = await empty()
    expect(await asked(dir, name, args)).toContain(why)
  })
})

/** Names of the bundles of operations that processes loaded, from what V8 says of their scripts. */
function loadedOperations(coverage: string): readonly string[] {
  const urls = readdirSync(coverage).flatMap((name): string[] =>
    JSON.parse(readFileSync(join(coverage, name), 'utf8')).result.map(({ url }: { url: string }) => url),
  )
  return [...new Set(urls.map((url) => basename(url)).filter((name) => name.startsWith('tools-')))].sort()
}

test('operations of layouts that are not in use are not loaded for a list or a call', async () => {
  const { dir, write } = tempRepo()
  write('user/memory/workspaces/shop/decisions.md', LOG)
  const coverage = tempFolder()
  const { client } = await sharedMcpClient(dir, { env: { NODE_V8_COVERAGE: coverage } })
  await client.listTools()
  await client.listPrompts()
  await client.callTool({ name: 'workspace_get_context', arguments: { scope: { workspace: 'shop' } } })
  await client.close()
  expect(loadedOperations(coverage)).toEqual(['tools-workspace.cjs'])
})

describe('the prompts that a client is shown', () => {
  test('name tools that it is shown as well, or a command', async () => {
    const { dir, write } = tempRepo()
    write('user/memory/workspaces/shop/decisions.md', LOG)
    for (const args of [[], ['--layouts', 'workspace']]) {
      const { client } = await mcpClient(dir, { args })
      const { tools } = await client.listTools()
      const { prompts } = await client.listPrompts()
      expect(prompts).toEqual([
        expect.objectContaining({ name: 'review_memory' }),
        {
          name: 'review_session',
          title: 'Review this session for what to remember',
          description: expect.stringContaining('worth keeping'),
          arguments: [
            { name: 'workspace', description: expect.any(String), required: false },
            { name: 'domain', description: expect.any(String), required: false },
          ],
        },
      ])
      const { messages } = await client.getPrompt({ name: 'review_session' })
      const named = [...JSON.stringify(messages).matchAll(/`(\w+_\w+)`/g)].map(([, one = '']) => one)
      expect(named).toContain('workspace_save_memory')
      expect(tools.map((one) => one.name)).toEqual(expect.arrayContaining(named))
      const review = await client.getPrompt({ name: 'review_memory' })
      expect(JSON.stringify(review.messages)).toContain(
        'where no such tool is listed, run `memkeep audit --diff`',
      )
    }
  })

  test.each([[[]], [['--layouts', 'cowork']]])('of a layout are none without it: %j', async (args) => {
    const { dir, write } = tempRepo()
    write('DECISIONS.md', `${LOG}\n### [2026-02-09] One log\n\n**Decision:** One log.\n`)
    const { client } = await mcpClient(dir, { args })
    expect((await client.listPrompts()).prompts).toEqual([expect.objectContaining({ name: 'review_memory' })])
    await expect(client.getPrompt({ name: 'review_session' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(
        'review_session belongs to the layout workspace, which this repository does not use',
      ),
    })
  })
})

test('a client that gives a token for progress gets the steps of a call', async () => {
  const { dir, write } = tempRepo()
  write('user/memory/workspaces/shop/decisions.md', LOG)
  const { client } = await mcpClient(dir)
  const steps: unknown[] = []
  const { transport } = client
  const take = transport?.onmessage
  // The client forgets steps that it reads together with the result.
  if (transport) {
    transport.onmessage = (message, extra) => {
      if ('method' in message && message.method === 'notifications/progress') {
        const { progress, total, message: text } = message.params ?? {}
        steps.push([progress, total, text])
      } else take?.(message, extra)
    }
  }
  const args = {
    scope: { workspace: 'shop' },
    type: 'lesson',
    title: 'Retries need a limit',
    content: 'It never ended.',
    tags: ['ci'],
  }
  const call = { name: 'workspace_save_memory', arguments: args, _meta: { progressToken: 'save' } }
  const result = await client.callTool(call)
  expect(result.isError).toBeFalsy()
  expect(steps).toEqual([
    [0, 3, 'read the memory'],
    [1, 3, 'wait for other writers'],
    [2, 3, 'write'],
  ])
})
