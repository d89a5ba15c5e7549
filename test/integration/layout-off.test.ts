import { describe, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import { mcpClient } from '../helpers/mcp-client.ts'
import { memkeep } from '../helpers/setup.ts'
import { tempRepo } from '../helpers/temp-repo.ts'

type Call = (args: object, options: { readonly cwd: string }) => Promise<object>

/** An operation that writes, of each layout that has some. */
const WRITING = [
  ['atomic', 'write_fact', library.writeFact, { title: 'A fact', content: 'It would be read by nothing.' }],
  ['cowork', 'start_session', library.startSession, {}],
  [
    'agent-memory',
    'memory_add',
    library.addRecord,
    { scope: 'session', kind: 'note', summary: 'The port is 9090', content: 'It is 9090.' },
  ],
  ['working-memory', 'working_memory_start', library.startTask, { task: 'queue', description: 'A queue.' }],
  [
    'workspace',
    'workspace_save_memory',
    library.saveMemory,
    {
      scope: { workspace: 'shop' },
      type: 'lesson',
      title: 'One queue',
      content: 'One queue is enough.',
      category: 'tooling',
      tags: ['queue'],
    },
  ],
] as const

describe('a layout that is turned off takes nothing, and the refusal has the way out', () => {
  test.each(WRITING)('%s', async (layout, name, own, args) => {
    const repo = tempRepo()
    repo.write('memkeep.yaml', `layouts: { ${layout}: off }\n`)
    repo.commit()
    const what = `memkeep.yaml turns the layout ${layout} off`
    const help = `To use it, turn it on there: layouts: { ${layout}: on }.`
    const call = own as unknown as Call

    const shell = await memkeep(repo.dir, ['tool', name, '--json', JSON.stringify(args)])
    expect([shell.code, shell.err]).toEqual([1, `memkeep: ${what}\n  → ${help}\n`])
    expect(await call(args, { cwd: repo.dir })).toEqual({ refusal: what, help })
    for (const flags of [[], ['--layouts', layout]]) {
      const { client } = await mcpClient(repo.dir, { args: flags })
      expect(await client.callTool({ name, arguments: args })).toMatchObject({
        isError: true,
        content: [{ text: `${what}\n${help}` }],
      })
    }
    expect(repo.git('status', '--porcelain', '--ignored')).toBe('')

    repo.write('memkeep.yaml', `${/layouts: .*\}/.exec(help)?.[0]}\n`)
    expect(await call(args, { cwd: repo.dir })).toHaveProperty('text')
  })

  test('names the settings that --config gives', async () => {
    const repo = tempRepo()
    repo.write('ci/memory.yaml', 'layouts: { atomic: off }\n')
    const fact = JSON.stringify(WRITING[0][3])
    const argv = ['tool', 'write_fact', '--config', 'ci/memory.yaml', '--json', fact]
    expect((await memkeep(repo.dir, argv)).err).toContain(
      'memkeep: ci/memory.yaml turns the layout atomic off',
    )
  })
})

test('what an agent imports that is no memory has no size in the report, not the size 0', async () => {
  const repo = tempRepo()
  repo.write('CLAUDE.md', '# Shop\n\nSee @docs/style.md\n')
  repo.write('docs/style.md', 'Plain words.\n'.repeat(600))
  repo.commit()
  const { out } = await memkeep(repo.dir, ['report', '--format', 'markdown'])
  expect(out).toContain('2. `docs/style.md`: not read')
  const report = JSON.parse((await memkeep(repo.dir, ['report', '--format', 'json'])).out)
  expect(JSON.stringify(report)).toContain('"path":"docs/style.md","size":null')
})
