import { cpSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { mcpClient } from '../helpers/mcp-client.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

function examples(): TempRepo {
  const repo = tempRepo()
  for (const name of ['workspace', 'atomic', 'cowork', 'agent-memory'])
    cpSync(`examples/${name}`, repo.dir, { recursive: true, verbatimSymlinks: true })
  return repo
}

type Results = readonly { readonly layout: string; readonly kind: string; readonly text: string }[]

describe('memory_search', () => {
  test('gives an agent the best items of all layouts with their texts, within its budget', async () => {
    const { dir } = examples()
    const { client } = await mcpClient(dir)
    const { tools } = await client.listTools()
    expect(tools[0]).toMatchObject({ name: 'memory_search', annotations: { readOnlyHint: true } })
    const search = async (args: { readonly [name: string]: unknown }) => {
      const { structuredContent, content } = await client.callTool({ name: 'memory_search', arguments: args })
      return {
        data: structuredContent as { results: Results; omitted: number; tokens: { used: number } },
        content,
      }
    }
    const { data, content } = await search({ query: 'job queue in Postgres' })
    expect(data.results[0]).toMatchObject({ layout: 'atomic', kind: 'decision' })
    expect(data.results[0]?.text).toMatch(
      /^supersedes: dec-260112-queue\nrationale: One store to back up\n\nA restart of Redis/,
    )
    expect(data.tokens.used).toBeLessThanOrEqual(2000)
    expect(JSON.stringify(content)).toContain('memory/decisions/queue-in-postgres.md')
    const small = await search({ query: 'queue', token_budget: 150, limit: 50 })
    expect(small.data.tokens.used).toBeLessThanOrEqual(150)
    expect(small.data.omitted).toBeGreaterThan(0)
  })

  test('keeps to layouts, kinds, tags and days', async () => {
    const { dir } = examples()
    const ask = async (more: object): Promise<Results> => {
      const json = JSON.stringify({
        query: 'queue gateway currency cache staging',
        limit: 100,
        token_budget: 100_000,
        ...more,
      })
      const { out } = await memkeep(dir, ['tool', 'memory_search', '--format', 'json', '--json', json])
      return (JSON.parse(out) as { results: Results }).results
    }
    const all = await ask({})
    expect(new Set(all.map(({ layout }) => layout)).size).toBeGreaterThan(2)
    const kinds = await ask({ kinds: ['decision'] })
    expect(kinds.length).toBeGreaterThan(0)
    expect(new Set(kinds.map(({ kind }) => kind))).toEqual(new Set(['decision']))
    const days = await ask({ since: '2026-03-01', until: '2026-03-31' })
    expect(days.length).toBeGreaterThan(0)
    expect(days.length).toBeLessThan(all.length)
    const tagged = await ask({ tags: ['no-such-tag'] })
    expect(tagged).toEqual([])
  })

  test.each([
    [{ query: '' }, 'query'],
    [{ query: ' ' }, 'find needs a query'],
    [{ query: 'x'.repeat(10_001) }, 'query'],
    [{ query: 'x', since: '2026-02-30' }, '2026-02-30'],
    [{ query: 'x', layouts: ['nowhere'] }, 'there is no layout "nowhere"'],
    [{ query: 'x', other: 1 }, 'other'],
    [{}, 'query'],
  ])('refuses %j', async (args, message) => {
    const { code, out, err } = await memkeep(examples().dir, [
      'tool',
      'memory_search',
      '--json',
      JSON.stringify(args),
    ])
    expect(code).toBeGreaterThan(0)
    expect(out + err).toContain(message)
  })

  test('ends its answer in the shell with a line end', async () => {
    const json = JSON.stringify({ query: 'queue', limit: 100, token_budget: 100_000 })
    const { out } = await memkeep(examples().dir, ['tool', 'memory_search', '--json', json])
    expect(out).toMatch(/\S\n$/)
  })

  test('is listed with its schemas', async () => {
    const { out } = await memkeep(examples().dir, ['tools', 'memory_search'])
    expect(out).toContain('all layouts, reads')
  })
})

test('filters of the command', async () => {
  const { dir } = examples()
  const { out } = await memkeep(dir, [
    'find',
    'queue',
    '--kind',
    'decision',
    '--since',
    '2026-03-01',
    '--format',
    'json',
  ])
  const { results } = JSON.parse(out) as { results: Results }
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['decision']))
  const { code, err } = await memkeep(dir, ['find', 'queue', '--since', 'yesterday'])
  expect([code, err]).toEqual([2, expect.stringContaining('"yesterday" is no day')])
})
