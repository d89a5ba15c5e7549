import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import type { Operation } from '../../../../src/core/operation.ts'
import { estimateTokens } from '../../../../src/formats/tokens.ts'
import { atomic } from '../../../../src/layouts/atomic/layout.ts'
import { listMemories } from '../../../../src/layouts/atomic/operations/list-memories.ts'
import { readMemory } from '../../../../src/layouts/atomic/operations/read-memory.ts'
import { searchMemory } from '../../../../src/layouts/atomic/operations/search-memory.ts'
import { operationInput } from '../../../helpers/ask-operation.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { cleanAtomic, item } from '../items.ts'
import { answered, ask } from './asked.ts'

type Row = { readonly [key: string]: unknown }

async function rowsOf(operation: Operation, files: Files, args: JsonObject): Promise<readonly Row[]> {
  const { data } = await answered(operation, files, args)
  return (data.results ?? data.items) as readonly Row[]
}

async function found(files: Files, args: JsonObject | string): Promise<readonly unknown[]> {
  const rows = await rowsOf(searchMemory, files, typeof args === 'string' ? { query: args } : args)
  return rows.map(({ id }) => id)
}

const FACTS = 'memory/facts'

describe('a search', () => {
  const files: Files = {
    [`${FACTS}/2026-01-01-green-tea-aaaaaa.md`]: item(
      { id: 'fact-20260101-aaaaaa', title: 'Drinks' },
      'Hot.\n',
    ),
    [`${FACTS}/b.md`]: item(
      { id: 'b', title: 'Green leaves', source: 'Tea shop', created: '2026-01-02' },
      'Yes.\n',
    ),
    [`${FACTS}/c.md`]: item(
      { id: 'c', title: 'Leaves', created: '2026-01-03' },
      '\nSome tea is green, some is not.\n',
    ),
    [`${FACTS}/d.md`]: item({ id: 'd', title: 'Leaves', created: '2026-01-04' }, 'They sell green tea.\n'),
    [`${FACTS}/e.md`]: item({ id: 'e', title: 'Teapots', created: '2026-01-05' }, 'Teapots are greenish.\n'),
    [`${FACTS}/f.md`]: item({ id: 'f', title: 'Coffee', created: '2026-01-06' }, 'It is no tea.\n'),
    [`${FACTS}/green-g.md`]: item({ id: 'g', title: 'G', created: '2026-01-07' }, 'Black tea.\n'),
    [`${FACTS}/archive/h.md`]: item({ id: 'h', title: 'Green tea' }, 'Old.\n'),
  }

  test('goes by tiers, then by phrase, title, day and id; whole words; partial matches last', async () => {
    // `g` has one word in its name and one in its content: all of them are together in the third tier.
    expect(await found(files, 'green TEA')).toEqual(['fact-20260101-aaaaaa', 'b', 'd', 'g', 'c', 'f'])
    const rows = await rowsOf(searchMemory, files, { query: 'green tea' })
    expect(rows.map(({ tier, partial }) => [tier, partial])).toEqual([
      ['file name', undefined],
      ['front matter', undefined],
      ['content', undefined],
      ['content', undefined],
      ['content', undefined],
      ['content', true],
    ])
    expect(rows[4]).toMatchObject({ id: 'c', line: 8, excerpt: 'Some tea is green, some is not.' })
  })

  test('counts as many words as are there, then the best tier', async () => {
    const some = {
      [`${FACTS}/one.md`]: item({ id: 'i1', title: 'A' }, 'Two three.\n'),
      [`${FACTS}/x.md`]: item({ id: 'i2', title: 'One' }, 'Nothing.\n'),
      [`${FACTS}/two.md`]: item({ id: 'i3', title: 'Nothing' }, 'Nothing.\n'),
    }
    expect(await found(some, 'one two three four')).toEqual(['i1', 'i3', 'i2'])
  })

  test('leaves the date and the id out of the file name, but finds an id', async () => {
    const [, ...tiers] = await Promise.all(
      ['green', '2026', 'aaaaaa'].map((query) => rowsOf(searchMemory, files, { query })),
    )
    expect(tiers.map((rows) => rows.map(({ id, tier }) => [id, tier]))).toEqual([
      [],
      [['fact-20260101-aaaaaa', 'front matter']],
    ])
    expect(await found(files, 'fact-20260101-aaaaaa')).toEqual(['fact-20260101-aaaaaa'])
  })

  test('finds the archive, other categories and fewer results on request', async () => {
    expect(await found(files, { query: 'green tea', include_archived: true })).toContain('h')
    expect(await found(cleanAtomic, 'queue')).toEqual(['dec-0002', 'dec-0001'])
    expect(await found(cleanAtomic, { query: 'queue', categories: ['facts', 'goals'] })).toEqual([])
    expect(await found(cleanAtomic, { query: 'queue', categories: 'decisions', limit: 1 })).toEqual([
      'dec-0002',
    ])
    const { data } = await answered(searchMemory, cleanAtomic, { query: 'queue', limit: 1 })
    expect(data).toMatchObject({ total: 2, omitted: 1, status: 'ok' })
  })

  test('puts superseded decisions last, and marks them', async () => {
    const rows = await rowsOf(searchMemory, cleanAtomic, { query: 'redis' })
    expect(rows.map(({ id, superseded_by: by }) => [id, by])).toEqual([
      ['dec-0002', undefined],
      ['dec-0001', 'dec-0002'],
    ])
  })

  test('folds case, accents, width and scripts without spaces', async () => {
    const texts = {
      [`${FACTS}/a.md`]: item({ id: 'a', title: 'Café ＡＢＣ' }, 'Straße in 東京都.\n'),
    }
    for (const query of ['cafe', 'CAFÉ', 'abc', 'strasse', 'STRASSE', '東京', '京都']) {
      expect(await found(texts, query)).toEqual(['a'])
    }
    expect(await found(texts, 'caf')).toEqual([])
  })

  test.each(['', '  ', '?!', '***'])('of %j is refused', async (query) => {
    expect(await ask(searchMemory, files, { query })).toMatchObject({
      refusal: 'The query has no word',
      help: expect.stringContaining('`query`'),
    })
  })

  test('cuts an excerpt between characters', async () => {
    const texts = { [`${FACTS}/a.md`]: item({ id: 'a', title: 'A' }, `${'🎉 word '.repeat(80)}\n`) }
    const [row] = await rowsOf(searchMemory, texts, { query: 'word' })
    expect([...String(row?.excerpt)]).toHaveLength(200)
    expect(row?.excerpt).toMatch(/^🎉 word .*…$/u)
  })

  test('goes on without what cannot be read, and names it', async () => {
    const broken = {
      ...files,
      [`${FACTS}/bad.md`]: 'green tea without front matter\n',
      [`${FACTS}/worse.md`]: new Uint8Array([0x67, 0xff, 0x00]),
    }
    const { data } = await answered(searchMemory, broken, { query: 'green tea' })
    expect(data).toMatchObject({
      total: 6,
      status: 'degraded',
      diagnostics: { files: [`${FACTS}/bad.md`, `${FACTS}/worse.md`] },
    })
  })

  test('gives the same bytes whatever the order of a listing', async () => {
    const all = { ...files, ...cleanAtomic }
    const shuffled = fc.shuffledSubarray(Object.keys(all), { minLength: Object.keys(all).length })
    const args = { query: 'green tea queue the', include_archived: true, limit: 100 }
    const input = await operationInput(searchMemory, { files: all, args, layout: atomic, stale: true })
    const first = JSON.stringify(searchMemory.plan(input))
    fc.assert(
      fc.property(shuffled, (paths) => {
        const order = (a: { path: string }, b: { path: string }): number =>
          paths.indexOf(a.path) - paths.indexOf(b.path)
        const memory = {
          ...input.memory,
          documents: [...input.memory.documents].sort(order),
          files: new Map([...input.memory.files].reverse()),
        }
        const sources = new Map([...input.sources].reverse())
        expect(JSON.stringify(searchMemory.plan({ ...input, memory, sources }))).toBe(first)
        const operations: readonly (readonly [Operation, JsonObject])[] = [
          [listMemories, { include_archived: true }],
          [readMemory, { category: 'facts' }],
        ]
        for (const [operation, asked] of operations) {
          expect(JSON.stringify(operation.plan({ ...input, args: asked, memory, sources }))).toBe(
            JSON.stringify(operation.plan({ ...input, args: asked })),
          )
        }
      }),
      { numRuns: 40 },
    )
  })

  test('stays within its budget with all that it says, and names or counts the rest', async () => {
    const bare = await answered(searchMemory, files, { query: 'green tea', token_budget: 1 })
    expect(bare.data.results).toEqual([])
    for (let budget = estimateTokens(bare.text) + 20; budget < 900; budget += 13) {
      const { text, data } = await answered(searchMemory, files, { query: 'green tea', token_budget: budget })
      const [results, named] = [data.results as readonly Row[], (data.left_out ?? []) as readonly Row[]]
      expect(estimateTokens(text)).toBeLessThanOrEqual(budget)
      expect(data.tokens).toEqual({ used: estimateTokens(text), budget, estimated: true })
      expect(results.length + Number(data.omitted)).toBe(data.total)
      expect(named.length).toBeLessThanOrEqual(Number(data.omitted))
      if (budget > 500) expect(results).not.toEqual([])
    }
  })
})

describe('reading a category', () => {
  test('gives one item whole, by its id, archived ones too', async () => {
    expect(await rowsOf(readMemory, cleanAtomic, { category: 'tasks', id: 'task-0002' })).toEqual([
      {
        id: 'task-0002',
        category: 'tasks',
        title: 'Write the runbook',
        path: 'memory/tasks/archive/write-runbook.md',
        created: '2026-02-08',
        status: 'done',
        archived: true,
        fields: {},
        content: 'It covers the queue, the backups and who is called at night.',
      },
    ])
    const [decision] = await rowsOf(readMemory, cleanAtomic, { category: 'decisions', id: 'dec-0001' })
    expect(decision).toMatchObject({ superseded_by: 'dec-0002', fields: { tags: ['queue'] } })
  })

  test('gives what matches a query, and with an id only what matches both', async () => {
    const args = { category: 'decisions', query: 'queue postgres' }
    expect((await rowsOf(readMemory, cleanAtomic, args)).map(({ id }) => id)).toEqual([
      'dec-0002',
      'dec-0001',
    ])
    expect(await rowsOf(readMemory, cleanAtomic, { ...args, id: 'dec-0002' })).toHaveLength(1)
    expect(await rowsOf(readMemory, cleanAtomic, { ...args, id: 'dec-0003' })).toEqual([])
  })

  test('gives everything, the newest first, as far as there is room; nothing is cut', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, i) => [
        `memory/facts/${i}.md`,
        item({ id: `f-${i}`, title: `F ${i}`, created: `2026-02-0${i + 1}` }, `${'word '.repeat(700)}\n`),
      ]),
    )
    const { data } = await answered(readMemory, many, { category: 'facts' })
    const rows = data.items as readonly Row[]
    expect(rows.map(({ id }) => id)).toEqual(['f-8', 'f-7', 'f-6', 'f-5', 'f-4'].slice(0, rows.length))
    expect(rows.every(({ content }) => String(content).length === 700 * 5 - 1)).toBe(true)
    expect(data).toMatchObject({ total: 9, omitted: 9 - rows.length, tokens: { budget: 4000 } })
    expect(data.left_out).toHaveLength(9 - rows.length)
    const all = await rowsOf(readMemory, many, { category: 'facts', token_budget: 100_000 })
    expect(all).toHaveLength(9)
  })

  test.each<readonly [JsonObject, RegExp, RegExp]>([
    [{ category: 'facts', id: 'dec-0001' }, /is in decisions/, /decisions as `category`/],
    [{ category: 'facts', id: 'fact-001' }, /No item/, /Did you mean fact-0001/],
    [{ category: 'facts', id: '../../README.md' }, /No item/, /`id`/],
    [{ category: 'facts', query: '?' }, /no word/, /`query`/],
  ])('with %j is refused', async (args, refusal, help) => {
    expect(await ask(readMemory, cleanAtomic, args)).toEqual({
      refusal: expect.stringMatching(refusal),
      help: expect.stringMatching(help),
    })
  })
})

describe('a list', () => {
  test('has every item outside the archive, by category, the newest first', async () => {
    const { data } = await answered(listMemories, cleanAtomic, {})
    expect((data.items as readonly Row[]).map(({ id }) => id)).toEqual([
      'fact-0001',
      'dec-0002',
      'dec-0003',
      'dec-0001',
      'goal-0001',
      'goal-0002',
      'task-0001',
      'refl-0001',
    ])
    expect(data).toMatchObject({
      total: 8,
      omitted: 0,
      counts: { facts: 1, decisions: 3, goals: 2, tasks: 1, reflections: 1 },
    })
  })

  test('of one category, with its archive', async () => {
    const { data } = await answered(listMemories, cleanAtomic, { category: 'tasks', include_archived: true })
    expect(data).toMatchObject({
      items: [{ id: 'task-0001' }, { id: 'task-0002', archived: true }],
      counts: { tasks: 2 },
    })
  })

  test('stops at 200 and counts the rest', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 203 }, (_, i) => [
        `memory/facts/${i}.md`,
        item({ id: `f-${i}`, title: `F ${i}` }),
      ]),
    )
    const { data } = await answered(listMemories, many, {})
    expect(data.items).toHaveLength(200)
    expect(data).toMatchObject({ total: 203, omitted: 3, counts: { facts: 203 } })
  })

  test('of a memory that is empty is empty', async () => {
    expect(await rowsOf(listMemories, {}, {})).toEqual([])
    expect(await found({}, 'tea')).toEqual([])
  })
})

describe('a move that was stopped', () => {
  const open = item({ id: 't', title: 'Tea', status: 'in_progress' })
  const files = {
    'memory/tasks/t.md': open,
    'memory/tasks/archive/t.md': open.replace('in_progress', 'done'),
  }

  test('is read at its later place', async () => {
    expect(await found(files, 'tea')).toEqual([])
    expect(await found(files, { query: 'tea', include_archived: true })).toEqual(['t'])
    const rows = await rowsOf(readMemory, files, { category: 'tasks', id: 't' })
    expect(rows).toMatchObject([{ path: 'memory/tasks/archive/t.md', status: 'done' }])
  })

  test('that left two texts: both are read, and a note says so', async () => {
    const two = { ...files, 'memory/tasks/t.md': `${open}More.\n` }
    const { data } = await answered(listMemories, two, { include_archived: true })
    expect(data).toMatchObject({ total: 2, notes: [expect.stringMatching(/have the id t and differ in/)] })
  })
})
