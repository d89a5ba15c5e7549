import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { checkSchema } from '../../src/formats/schema.ts'
import { operationNamed } from '../../src/operations/registry.ts'
import { writtenOutput } from '../../src/operations/shown-schemas.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { tempRepo } from '../helpers/temp-repo.ts'
import { expectClean } from '../helpers/working-memory/store.ts'

type Data = { readonly [key: string]: unknown }

test('an agent starts a task, answers the three prompts itself, applies the answers, and reads the task', async () => {
  const { dir } = tempRepo()
  const { client } = await mcpClient(dir, { args: ['--layouts', 'working-memory', '--tools', 'all'] })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'audit_memory',
    'memory_search',
    'working_memory_apply',
    'working_memory_finish',
    'working_memory_list',
    'working_memory_prompts',
    'working_memory_show',
    'working_memory_start',
    'working_memory_update',
  ])
  const hints = Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations]))
  expect(hints.working_memory_update).toMatchObject({
    openWorldHint: true,
    idempotentHint: false,
    destructiveHint: true,
  })
  expect(hints.working_memory_apply).toMatchObject({
    openWorldHint: false,
    idempotentHint: true,
    destructiveHint: true,
  })
  expect(hints.working_memory_prompts).toMatchObject({ openWorldHint: false, readOnlyHint: true })
  // No call of an agent can name a program, an endpoint or a model.
  const inputs = JSON.stringify(tools.map(({ inputSchema }) => inputSchema))
  expect(inputs).not.toMatch(/"(?:models?|url|endpoint|command|key|provider)"|x-flag/)

  const call = async (name: string, args: Data): Promise<Data> => {
    const result = await client.callTool({ name, arguments: args })
    expect(result.isError ?? false, JSON.stringify(result.content)).toBe(false)
    const data = result.structuredContent as JsonObject
    expect(checkSchema(data, writtenOutput(operationNamed(name).operation)), name).toEqual([])
    return data
  }
  const task = 'lost-retries'
  expect(await call('working_memory_start', { task, description: 'Retries are lost.' })).toMatchObject({
    created: true,
  })
  const asked = await call('working_memory_prompts', { task, context: 'The failing test is written.' })
  const prompts = asked.prompts as readonly {
    readonly role: string
    readonly section: string
    readonly user: string
  }[]
  expect(prompts.map(({ role }) => role)).toEqual(['progress', 'learnings', 'verbatim'])
  const answers: { readonly [section: string]: string } = {
    CURRENT_PROGRESS:
      'CURRENT_PROGRESS:\n  Completed:\n    - write a failing test\n  In Progress:\n    - fix the queue\n',
    KEY_LEARNINGS:
      'KEY_LEARNINGS:\n  ADD:\n    - because the fix needs it: a lease is renewed by its holder alone\n',
    VERBATIM_CONTEXT: 'no change',
  }
  const sections = Object.fromEntries(prompts.map(({ role, section }) => [role, answers[section]]))
  const update = { task, sections, base: asked.base }
  expect(await call('working_memory_apply', { ...update, dry_run: true })).toMatchObject({
    saved: false,
    dry_run: true,
    added: ['KL-1'],
  })
  expect(await call('working_memory_apply', update)).toMatchObject({
    saved: true,
    sections: { progress: 'applied', learnings: 'applied', verbatim: 'unchanged' },
    added: ['KL-1'],
  })
  expect(await call('working_memory_apply', update)).toMatchObject({ saved: false, added: [] })
  expect(await call('working_memory_show', { task, token_budget: 500 })).toMatchObject({
    progress: { in_progress: ['fix the queue'] },
    learnings: [{ id: 'KL-1' }],
  })
  expect(await call('working_memory_list', {})).toMatchObject({ items: [{ task, learnings: 1 }] })
  const part = await client.callTool({
    name: 'working_memory_apply',
    arguments: { task, update: 'KEY_LEARNINGS:\n  ARCHIVE:\n    - KL-7 because it is gone\n' },
  })
  expect(part.structuredContent).toMatchObject({ saved: false, refused: [{ id: 'KL-7' }] })
  const unknown = await client.callTool({ name: 'working_memory_show', arguments: { task: 'lost-retry' } })
  expect(unknown.isError).toBe(true)
  expect(JSON.stringify(unknown.content)).toContain('Did you mean lost-retries?')
  expect(readFileSync(join(dir, '.working-memory', task, 'log.md'), 'utf8')).toContain(
    '+ KL-1 because the fix needs it',
  )
  await expectClean(dir, new Date().toISOString().slice(0, 10))
})
