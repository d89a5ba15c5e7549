import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runFind } from '../../src/operations/search/find.ts'
import type { Found, SearchArguments } from '../../src/operations/search/search-schemas.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

/** Every example in one repository. */
function everything(): TempRepo {
  const repo = tempRepo()
  for (const name of ['workspace', 'atomic', 'cowork', 'agent-memory', 'working-memory']) {
    cpSync(`examples/${name}`, repo.dir, { recursive: true, verbatimSymlinks: true })
  }
  return repo
}

function find(
  { dir }: TempRepo,
  query: string,
  { cache = false, ...more }: Partial<SearchArguments> & { readonly cache?: boolean } = {},
): Promise<Found> {
  return runFind({ query, limit: 10, ...more }, { cwd: dir, cache, today: '2026-06-01' })
}

function pathsOf({ results }: Found): readonly string[] {
  return results.map(({ path }) => path)
}

describe('a search', () => {
  test('shows no tombstone as text of the entry above it', async () => {
    const repo = tempRepo()
    repo.write(
      'docs/decisions.md',
      '# Decisions\n\n## 2026-01-01: A zeppelin\n\nThe zeppelin lands.\n\n<!-- memkeep-removed [2026-01-02] Key -- it held the key -->\n\n## 2026-01-03: A queue\n\nIn Postgres.\n',
    )
    const { results } = await find(repo, 'zeppelin')
    expect(results[0]?.text).toBe('The zeppelin lands.')
  })

  test('says that archived items were left out where they alone match, and what shows them', async () => {
    const repo = tempRepo()
    const item = (id: string, words: string): string =>
      `---\nid: ${id}\ntitle: ${words}\ncreated: 2026-01-02\n---\n\n${words}\n`
    repo.write('memory/facts/a.md', item('fact-a', 'The port is open'))
    repo.write('memory/facts/archive/b.md', item('fact-b', 'The zeppelin lands'))
    const [alone, other] = [
      await memkeep(repo.dir, ['find', 'zeppelin']),
      await memkeep(repo.dir, ['find', 'airship']),
    ]
    expect(alone.out).toContain(
      '1 superseded or archived item matches and is left out: --include-archived shows it',
    )
    expect(other.out).not.toContain('--include-archived')
    expect((await memkeep(repo.dir, ['find', 'zeppelin', '--include-archived'])).out).toContain(
      'archive/b.md',
    )
  })

  test('says how many superseded items match where others are found, and shows them when it is asked to', async () => {
    const repo = tempRepo()
    const item = (id: string, words: string, more = ''): string =>
      `---\nid: ${id}\ntitle: ${words}\ncreated: 2026-01-02\n${more}---\n\n${words} (${id}).\n`
    // More of them match than are shown, each less well.
    for (let i = 0; i < 12; i++) repo.write(`memory/facts/${i}.md`, item(`fact-${i}`, `Port ${i} lands`))
    repo.write('memory/decisions/old.md', item('dec-old', 'The zeppelin lands at the mast'))
    repo.write('memory/decisions/far.md', item('dec-far', 'A kite'))
    const newer = 'supersedes: [dec-old, dec-far]\n'
    repo.write('memory/decisions/new.md', item('dec-new', 'The zeppelin lands on the roof', newer))
    const { out } = await memkeep(repo.dir, ['find', 'zeppelin lands'])
    expect(out).toContain('zeppelin lands on the roof')
    expect(out).not.toContain('at the mast')
    expect(out).toMatch(
      /\n1 superseded or archived item matches and is left out: --include-archived shows it\n$/,
    )
    const all = await find(repo, 'zeppelin lands', { include_archived: true })
    expect(all.archivedMatches).toBeUndefined()
    expect(all.results).toHaveLength(10)
    expect([all.results[0]?.id, all.results.at(-1)?.id]).toEqual(['dec-new', 'dec-old'])
  })

  test('says which entries of a log are superseded, behind those that count', async () => {
    const repo = tempRepo()
    const entry = (title: string, status: string): string =>
      `## 2026-01-05: ${title}\n\n**Status:** ${status}\n\nThe zeppelin lands at the mast.\n\n`
    repo.write(
      'DECISIONS.md',
      `# Decisions\n\n${entry('Zeppelin zeppelin', 'Superseded by D-2')}${entry('D-2: Mast', 'Accepted')}`,
    )
    const without = await memkeep(repo.dir, ['find', 'zeppelin'])
    expect(without.out).toContain('Mast')
    expect(without.out).not.toContain('Zeppelin zeppelin')
    const { out } = await memkeep(repo.dir, ['find', 'zeppelin', '--include-archived'])
    expect(out.indexOf('Zeppelin zeppelin')).toBeGreaterThan(out.indexOf('Mast'))
    expect(out).toContain('superseded by D-2')
  })

  test('finds items of every layout by one ranking, best first', async () => {
    const repo = everything()
    const found = await find(repo, 'job queue in Postgres')
    expect(found.results[0]).toMatchObject({
      layout: 'atomic',
      kind: 'decision',
      id: 'dec-260302-queue',
      path: 'memory/decisions/queue-in-postgres.md',
      title: 'The job queue runs in Postgres',
    })
    expect(found.weak).toBe(false)
    const scores = found.results.map(({ score }) => score)
    expect(scores).toEqual([...scores].sort((a, b) => b - a))
    const asked = ['gift cards currency', 'staging queue messages', 'circuit breaker per gateway']
    const layouts = await Promise.all(
      asked.map(async (query) => (await find(repo, query)).results[0]?.layout),
    )
    expect(layouts).toEqual(['cowork', 'agent-memory', 'workspace'])
  })

  test('finds an entry of a log at its line, and no other part of the file', async () => {
    const repo = tempRepo()
    const entry = (day: string, title: string, text: string): string =>
      `### [${day}] ${title}\n\n**Category:** tooling\n**Tags:** ci\n\n${text}\n\n---\n\n`
    const path = 'user/memory/workspaces/shop/decisions.md'
    repo.write(
      path,
      `# Decisions\n\n${entry('2026-02-01', 'Apples', 'Red ones.')}${entry('2026-01-01', 'Pears', 'Green ones.')}`,
    )
    const { results } = await find(repo, 'green')
    expect(results).toMatchObject([{ path, line: 12, title: 'Pears' }])
    expect(results[0]?.excerpt).toContain('Green ones.')
    expect(results[0]?.excerpt).not.toContain('Red')
  })

  test('shows the only entry of a log from its beginning, and a file that is one item as a whole', async () => {
    const repo = tempRepo()
    repo.write(
      'DECISIONS.md',
      '# Decisions of the shop\r\n\r\nIn order.\r\n\r\n## 2026-02-08: A queue\r\n\r\n**Why:** one thing less.\r\n',
    )
    repo.write('docs/adr/0001-a-queue.md', '# 1. A queue\n\n## Status\n\nAccepted\n')
    const { results } = await find(repo, 'queue')
    const excerpts = new Map(results.map(({ path, line, excerpt }) => [path, [line, excerpt]]))
    expect(excerpts.get('DECISIONS.md')).toEqual([5, '**Why:** one thing less.'])
    expect(excerpts.get('docs/adr/0001-a-queue.md')).toEqual([1, '## Status Accepted'])
  })

  test('gives each of many items on one line its own text', async () => {
    const repo = tempRepo()
    const path = '.cowork/memory/project/memory.json'
    const example = JSON.parse(readFileSync(`examples/cowork/${path}`, 'utf8')) as {
      readonly decisions: readonly object[]
    }
    const decisions = ['Apples', 'Pears', 'Plums', 'Grapes'].map((title, i) => ({
      ...example.decisions[0],
      id: `dec-iter-1-${i}`,
      title,
    }))
    repo.write(path, JSON.stringify({ ...example, decisions }))
    const found = await find(repo, 'pears')
    expect(found.results.map(({ title }) => title)).toEqual(['Pears'])
    expect(found.results[0]?.text).toContain('## Decision\n\nEvery change of an order is an event')
    expect(found.results[0]?.text).not.toMatch(/Apples|Plums|"title"/)
    expect(found.tokens.used).toBeLessThan(300)
  })

  test('counts lines as places do, where a carriage return ends one', async () => {
    const repo = tempRepo()
    const entry = (title: string): string =>
      `### [2026-02-01] ${title}\n\n**Category:** tooling\n**Tags:** ci\n\nUses\rall\r${title}.\n\n---\n\n`
    repo.write(
      'user/memory/workspaces/shop/decisions.md',
      `# Decisions\n\n${['Apples', 'Pears', 'Plums'].map(entry).join('')}`,
    )
    const { results } = await find(repo, 'pears')
    expect(results.map(({ title }) => title)).toEqual(['Pears'])
    expect(results[0]?.excerpt).toBe('Uses all Pears.')
  })

  test('leaves out what is superseded or archived, or puts it last', async () => {
    const repo = tempRepo()
    const item = (id: string, more = ''): string =>
      `---\nid: ${id}\ntitle: Deploys on ${id}\ncreated: 2026-01-01\n${more}---\n\nDeploys.\n`
    repo.write('memory/decisions/old.md', item('dec-old'))
    repo.write('memory/decisions/new.md', item('dec-new', 'supersedes: dec-old\n'))
    expect(pathsOf(await find(repo, 'deploys'))).toEqual(['memory/decisions/new.md'])
    const all = await find(repo, 'deploys old', { include_archived: true })
    expect(all.results.map(({ path, aside }) => [path, aside])).toEqual([
      ['memory/decisions/new.md', undefined],
      ['memory/decisions/old.md', true],
    ])
  })

  test('shows the beginning of a text, whole characters of it, without its front matter', async () => {
    const repo = tempRepo()
    const head = '---\nid: fact-1\ntitle: Fruit\ncreated: 2026-01-01\n---\n\n'
    repo.write('memory/facts/a.md', `${head}Red ones.\n`.replaceAll('\n', '\r\n'))
    expect((await find(repo, 'red')).results[0]?.excerpt).toBe('Red ones.')
    repo.write('memory/facts/a.md', `${head}${'\u{1f34e}'.repeat(1000)} red.\n`)
    expect((await find(repo, 'red')).results[0]?.excerpt).toBe(`${'\u{1f34e}'.repeat(200)}…`)
  })

  test('keeps to its layouts, its limit and its budget, and counts the rest', async () => {
    const repo = everything()
    const all = await find(repo, 'queue', { limit: 100 })
    expect(new Set(all.results.map(({ layout }) => layout)).size).toBeGreaterThan(1)
    const one = await find(repo, 'queue', { limit: 100, layouts: ['atomic'] })
    expect(new Set(one.results.map(({ layout }) => layout))).toEqual(new Set(['atomic']))
    const few = await find(repo, 'queue', { limit: 1 })
    expect([few.results.length, few.total, few.omitted]).toEqual([1, all.total, all.total - 1])
    const small = await find(repo, 'queue', { limit: 100, token_budget: 120 })
    expect(small.tokens.used).toBeLessThanOrEqual(120)
    expect(small.results.length + small.omitted).toBe(all.total)
  })

  test('names the kinds that there are, where one that is asked for is none of them', async () => {
    const repo = everything()
    expect((await find(repo, 'zeppelin', { kinds: ['decision'] })).kindsHere).toBeUndefined()
    const { kindsHere } = await find(repo, 'queue', { kinds: ['decisoin'] })
    expect(kindsHere).toEqual(expect.arrayContaining(['decision', 'lesson', 'task']))
    const { out } = await memkeep(repo.dir, ['find', 'queue', '--kind', 'decisoin'])
    expect(out).toMatch(/^the kind "decisoin" is not here; the kinds are .*decision/)
  })

  test('says so where nothing answers, and where a file cannot be read whole', async () => {
    const repo = everything()
    expect(await find(repo, 'zeppelin')).toMatchObject({ results: [], total: 0, weak: true })
    expect((await find(repo, '\u{1f34e}'.repeat(10_000))).total).toBe(0)
    writeFileSync(join(repo.dir, '.cowork/memory/iterations/iter-3.json'), '{ "insights": [')
    const { unreadable } = await find(repo, 'queue')
    expect(unreadable).toEqual(['.cowork/memory/iterations/iter-3.json'])
  })

  test('names a file that is too long to be searched whole, also with a kept index', async () => {
    const repo = tempRepo()
    const long = '一二三四五六七八九十'.repeat(11_000)
    repo.write('memory/facts/long.md', `---\nid: fact-1\ntitle: Long\ncreated: 2026-01-01\n---\n\n${long}\n`)
    repo.commit()
    const { results, unreadable } = await find(repo, 'long', { cache: true })
    expect([results.length, unreadable]).toEqual([1, ['memory/facts/long.md']])
    expect((await find(repo, 'long', { cache: true })).unreadable).toEqual(['memory/facts/long.md'])
  })

  test('answers the same with and without a cache, and writes no file of the memory', async () => {
    const repo = everything()
    repo.commit()
    const cold = await find(repo, 'staging database', { cache: true })
    expect(await find(repo, 'staging database', { cache: true })).toEqual(cold)
    expect(await find(repo, 'staging database')).toEqual(cold)
    expect(repo.git('status', '--porcelain')).toBe('')
  })
})

test.each([
  [['find', ' '], 'find needs a query'],
  [['find', 'x'.repeat(10_001)], 'the query has 10001 characters'],
  [['find', 'x', '--layout', 'nowhere'], 'there is no layout "nowhere"'],
  [['find', 'x', '--limit', '0'], 'a search gives at least one result'],
  [['find', 'x', '--token-budget', '0'], 'a search gives at least one result'],
  [['find'], "missing required argument 'query'"],
])('%j is wrong use', async (args, message) => {
  const { code, err } = await memkeep(everything().dir, args)
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('hostile text in memory reaches no terminal', async () => {
  const repo = tempRepo()
  repo.write(
    'memory/facts/a.md',
    '---\nid: fact-1\ntitle: "Red \\e[31malert"\ncreated: 2026-01-01\n---\n\nAn \u001b]0;owned\u0007 alert.\n',
  )
  const { out } = await memkeep(repo.dir, ['find', 'alert'])
  expect(out).toContain('memory/facts/a.md')
  expect(out.replace(/\n/g, '')).not.toMatch(/\p{Cc}/u)
})
