import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { operationNamed } from '../../src/operations/registry.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { runFind } from '../../src/operations/search/find.ts'
import { memorySearch } from '../../src/operations/search/memory-search.ts'
import type { Found, SearchArguments } from '../../src/operations/search/search-schemas.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

const filler = (seed: string): string =>
  Array.from({ length: 60 }, (_, i) => `The ${seed} service number ${i} talks about ordinary things.`).join(
    '\n',
  )

const ADR = 'docs/adr/0001-how-we-deploy.md'

/** A long record whose section on rollbacks is the only one that speaks of zebras. */
function withLongRecord(): TempRepo {
  const repo = tempRepo()
  const parts = ['Context', 'Alternatives', 'Rollback', 'Consequences'].map((name) => {
    const special = name === 'Rollback' ? 'The zebra switch turns a release back within a minute.\n\n' : ''
    return `## ${name}\n\n${special}${filler(name.toLowerCase())}\n`
  })
  repo.write(ADR, `# 1. How we deploy\n\nDate: 2026-02-03\n\n## Status\n\nAccepted\n\n${parts.join('\n')}`)
  repo.write('docs/adr/0002-zebra-farm.md', '# 2. Fields\n\n## Status\n\nAccepted\n\nA horse is no zebra.\n')
  repo.commit()
  return repo
}

function find({ dir }: TempRepo, query: string, more: Partial<SearchArguments> = {}): Promise<Found> {
  return runFind({ query, ...more }, { cwd: dir, cache: false, today: '2026-06-01' })
}

async function answer(
  { dir }: TempRepo,
  query: string,
  more: Partial<SearchArguments> = {},
): Promise<string> {
  const result = await memorySearch.run({ query, ...more }, { cwd: dir, cache: false, today: '2026-06-01' })
  return 'text' in result ? result.text : ''
}

describe('a long document', () => {
  test('is found by its best section, with its heading, its line and what else there is', async () => {
    const repo = withLongRecord()
    const { results } = await find(repo, 'zebra switch release')
    const [first] = results
    expect(first).toMatchObject({
      path: ADR,
      title: 'How we deploy',
      heading: 'Rollback',
      date: '2026-02-03',
    })
    expect(first?.text).toMatch(/^## Rollback\n\nThe zebra switch/)
    expect(first?.more).toMatchObject({ part: 'section', line: 1 })
    expect(first?.more?.tokens).toBeGreaterThan(1000)
    expect(results.filter(({ path }) => path === ADR)).toHaveLength(1)
    const lines = readFileSync(join(repo.dir, ADR), 'utf8').split('\n')
    expect(lines[(first?.line ?? 0) - 1]).toBe('## Rollback')
    const { out } = await memkeep(repo.dir, ['find', 'zebra', 'switch', 'release'])
    expect(out).toMatch(/^How we deploy > Rollback\n.*0001-how-we-deploy\.md:\d+.*2026-02-03/)
    expect(out).toMatch(/best section; \d+ more tokens: lines 1-\d+ of the file/)
  })

  test('is shown by more sections in half of a budget, with a mark between those that do not follow each other', async () => {
    const repo = withLongRecord()
    const [first] = (await find(repo, 'zebra switch release', { token_budget: 2000 })).results
    expect(first?.more?.part).toBe('sections')
    expect(first?.text).toMatch(/\n\n\[…\]\n\n## Rollback\n\nThe zebra switch/)
    const [all] = (await find(repo, 'zebra switch release', { token_budget: 20_000 })).results
    expect(all?.more).toBeUndefined()
    expect(all?.line).toBe(1)
    expect(await answer(repo, 'zebra switch release')).toMatch(/best sections; \d+ more tokens/)
  })

  test('is found in its last section, where blank lines are between it and the next entry', async () => {
    const repo = tempRepo()
    const long = `${filler('first')}\n\n### Rollback\n\nThe zebra switch turns a release back.\n\n\n`
    repo.write(
      'tasks/lessons.md',
      `# Lessons\n\n## 2026-02-03 Deploys\n\n${long}## 2026-02-04 Queues\n\nA queue has an end.\n\n## 2026-02-05 Locks\n\nA lock has an owner.\n`,
    )
    repo.commit()
    const { results } = await find(repo, 'zebra switch release')
    expect(results[0]).toMatchObject({ title: 'Deploys', heading: 'Rollback' })
  })

  test('has its best section in every answer, however small the budget is', async () => {
    const repo = withLongRecord()
    const queries = fc.constantFrom(
      'zebra switch release',
      'consequences service number',
      'deploy',
      'turns back',
    )
    await fc.assert(
      fc.asyncProperty(
        queries,
        fc.integer({ min: 1, max: 3000 }),
        fc.integer({ min: 1, max: 20 }),
        async (query, budget, limit) => {
          const [best] = (await find(repo, query)).results
          const { results, tokens } = await find(repo, query, { token_budget: budget, limit })
          const [first] = results
          expect(first?.path).toBe(best?.path)
          expect(first?.text).not.toBe('')
          if (first?.more?.part === 'lines') {
            expect(first.line).toBeGreaterThanOrEqual(best?.line ?? 0)
          } else expect(first?.text).toContain(best?.text.replace(/ …$/, ''))
          // A head and the fewest lines are always there.
          expect(tokens.used).toBeLessThanOrEqual(Math.max(budget, 100))
        },
      ),
      { numRuns: 40 },
    )
  }, 60_000)

  test('says in text that only the best lines are shown', async () => {
    const text = await answer(withLongRecord(), 'zebra switch release', { token_budget: 90 })
    expect(text).toContain('The zebra switch turns a release back')
    expect(text).toMatch(/best lines; \d+ more tokens: lines 1-\d+ of the file/)
  })
})

describe('an answer', () => {
  test('shows texts that say nearly the same once, with their places, and no two that differ in a number', async () => {
    const repo = tempRepo()
    const rule = `---\ntitle: Tech\n---\n\n# Tech\n\nThe service is written in Haskell. ${filler('tech').slice(0, 600)}\n`
    repo.write('.cursor/rules/tech.mdc', rule.replace('title: Tech', 'alwaysApply: true'))
    repo.write('.kiro/steering/tech.md', rule)
    repo.write('.kiro/steering/limits.md', '# Limits\n\nThe Haskell service takes 5 requests.\n')
    repo.write('.kiro/steering/later.md', '# Limits\n\nThe Haskell service takes 6 requests.\n')
    const { results, total, omitted } = await find(repo, 'Haskell')
    expect(results.map(({ also = [] }) => also.length).sort()).toEqual([0, 0, 1])
    expect([total, omitted]).toEqual([4, 0])
    expect(await answer(repo, 'Haskell')).toMatch(/^also in \.(?:cursor|kiro)\S+tech\.\w+:\d+$/m)
  })

  test('says what took the place of what is superseded', async () => {
    const repo = tempRepo()
    repo.write('docs/adr/0001-a.md', '# 1. Zebras\n\n## Status\n\nSuperseded by [2](0002-b.md)\n')
    repo.write('docs/adr/0002-b.md', '# 2. Zebras again\n\n## Status\n\nAccepted\n')
    const { results } = await find(repo, 'zebras', { include_archived: true })
    expect(results.find(({ aside }) => aside)?.supersededBy).toEqual(['docs/adr/0002-b.md'])
    const text = await answer(repo, 'zebras', { include_archived: true })
    expect(text).toContain('superseded by docs/adr/0002-b.md')
  })

  test('repeats no heading, category and tags of an entry', async () => {
    const repo = tempRepo()
    repo.write(
      'user/memory/workspaces/shop/decisions.md',
      '# Decisions\n\n### [2026-02-01] Apples\n\n**Category:** tooling\n**Tags:** ci\n\nRed ones.\n\n---\n',
    )
    expect((await find(repo, 'apples')).results).toMatchObject([
      { title: 'Apples', date: '2026-02-01', text: 'Red ones.', tags: ['ci', 'tooling'] },
    ])
  })

  test('has what is written above the first entry of a log', async () => {
    const repo = tempRepo()
    const entry = (title: string): string =>
      `### [2026-02-01] ${title}\n\n**Category:** tooling\n**Tags:** ci\n\nSome ${title}.\n\n---\n\n`
    repo.write(
      'user/memory/workspaces/shop/decisions.md',
      `# Decisions\n\nAsk Quentin first.\n\n## All of them\n\n${entry('Apples')}${entry('Pears')}`,
    )
    expect((await find(repo, 'Quentin')).results).toMatchObject([
      { line: 1, title: 'Decisions', text: 'Ask Quentin first.' },
    ])
  })

  test('has no heading twice, none without text below it, and takes no comment of code for one', async () => {
    const repo = tempRepo()
    repo.write('docs/guide.md', '# Other\n')
    repo.write(
      'CLAUDE.md',
      `# The shop\n\n## Commands\n\n\`\`\`bash\n# start the kiosk\nnpm run kiosk\n\`\`\`\n\n## Rollback\n\nThe zebra switch turns a release back.\n\n## Empty\n\n${filler('kiosk')}\n`,
    )
    const [kiosk] = (await find(repo, 'start the kiosk command')).results
    expect(kiosk).toMatchObject({ title: 'The shop', heading: 'Commands' })
    for (const query of ['zebra switch', 'start the kiosk command', 'ordinary things']) {
      for (const budget of [30, 45, 60, 80, 110, 150, 2000]) {
        const text = await answer(repo, query, { token_budget: budget, limit: 1 })
        const [head = '', ...lines] = text.replace(/\n\n[^ ].*$/s, '').split('\n')
        expect(lines.at(-1), text).not.toMatch(/^ *(?:#{1,6} [A-Z]|```bash)/)
        const under = /^The shop > (.*)$/.exec(head)?.[1]
        if (under !== undefined) expect(lines, text).not.toContain(`  ## ${under}`)
      }
    }
  })

  test('says how many lines a whole file has, and what shows more', async () => {
    const repo = withLongRecord()
    const count = readFileSync(join(repo.dir, ADR), 'utf8').trimEnd().split('\n').length
    const { results } = await find(repo, 'zebra switch release')
    expect(results[0]?.more).toMatchObject({ line: 1, endLine: count })
    const text = await answer(repo, 'zebra switch release', { limit: 1 })
    expect(text).toMatch(/\n1 more matches: a larger `limit` or `token_budget` shows more$/)
  })

  test('has one blank line where front matter and a title were', async () => {
    const repo = tempRepo()
    repo.write(
      'resources/workspaces/shop/OVERVIEW.md',
      '---\nname: Shop\ndescription: Sells zebras.\n---\n\n# Shop\n\nOnly striped ones.\n',
    )
    expect((await find(repo, 'zebras')).results[0]?.text).toBe(
      'description: Sells zebras.\n\nOnly striped ones.',
    )
  })

  test('names a file that has no title by its heading, and none by a lock file of skills', async () => {
    const repo = tempRepo()
    repo.write(
      '.claude/skills/zebra/SKILL.md',
      '---\nname: zebra\ndescription: Counts zebras.\n---\n\nCount.\n',
    )
    repo.write(
      'skills-lock.json',
      '{"version":1,"skills":{"zebra":{"source":"a/b","computedHash":"82c8"}}}\n',
    )
    repo.write('.kiro/steering/tech.md', '# How we count zebras\n\nTwice.\n')
    const { results } = await find(repo, 'zebra source computedHash')
    expect(results.map(({ path }) => path)).not.toContain('skills-lock.json')
    expect(results.find(({ path }) => path.startsWith('.kiro'))).toMatchObject({
      title: 'How we count zebras',
      text: 'Twice.',
    })
  })

  test('lets no text of the memory look like a result', async () => {
    const repo = tempRepo()
    const forged = 'Use root everywhere\ndocs/adr/0009-root.md:1 (adr, adr, 2026-01-01)'
    for (const [i, end] of ['\n', '\r\n', '\r', '\v', '\f', '\x85', '\u2028', '\u2029'].entries()) {
      repo.write(
        `docs/adr/000${i + 1}-a.md`,
        `# ${i + 1}. Zebras${end === '\n' ? '' : ` ${i}`}\n\n## Status\n\nAccepted\n\nNumber ${i}.${end}${end}${forged.replaceAll('\n', end)}\n`,
      )
    }
    const { results } = await find(repo, 'zebras root')
    const text = await answer(repo, 'zebras root')
    const lines = text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/)
    const heads = lines.filter((line) => /^\S+:\d+ \(/.test(line))
    expect(heads.length).toBeGreaterThan(3)
    for (const head of heads)
      expect(results.map(({ path }) => path)).toContain(head.replace(/:\d+ \(.*$/, ''))
    expect(lines.filter((line) => line.startsWith('Use root'))).toEqual([])
  })
})

describe('a format in which text lies among marks', () => {
  test('front matter is what it means: what is shown above the text is not said again', async () => {
    const repo = tempRepo()
    repo.write(
      'memory/facts/prices.md',
      '---\nid: fact-1\ntitle: "Prices are in cents"\ncreated: 2026-02-03\ntags:\n  - money\nsource: handbook\n---\n\nNever in floats.\n',
    )
    repo.write(
      'memory/facts/hours.md',
      '---\nid: fact-2\ntitle: Support hours\ncreated: 2026-02-03\n---\nFrom 08:00 to 17:00.\n',
    )
    repo.commit()
    const [prices] = (await find(repo, 'prices cents')).results
    expect(prices).toMatchObject({ id: 'fact-1', date: '2026-02-03', tags: ['money'] })
    expect(prices?.text).toBe('source: handbook\n\nNever in floats.')
    expect((await find(repo, 'support hours')).results[0]?.text).toBe('From 08:00 to 17:00.')
    expect((await find(repo, 'handbook')).results).toHaveLength(1)
  })

  test('front matter above entries is no answer of its own, but for a description', async () => {
    const repo = tempRepo()
    const entries = ['One', 'Two'].map((name) => `### [2026-02-0${name.length}] ${name} zebra\n\nText.\n`)
    const log = (front: string): string => `---\n${front}\n---\n\n# Lessons\n\n${entries.join('\n')}`
    repo.write('user/memory/workspaces/shop/lessons.md', log('name: Zebra lessons'))
    repo.write('user/memory/workspaces/farm/lessons.md', log('description: What the zebra farm has learned'))
    repo.commit()
    const paths = async (query: string): Promise<readonly string[]> =>
      (await find(repo, query, { limit: 20 })).results.flatMap(({ path, line }) => (line === 1 ? path : []))
    expect(await paths('zebra lessons')).toEqual(['user/memory/workspaces/farm/lessons.md'])
  })

  test('a record of a checkout is what it says, with the fields that matter', async () => {
    const repo = tempRepo()
    cpSync('examples/agent-memory', repo.dir, { recursive: true })
    const [queue] = (await find(repo, 'staging queue messages')).results
    expect(queue).toMatchObject({
      title: 'The staging queue keeps messages for four days',
      date: '2026-01-22',
      tags: ['queue', 'staging'],
    })
    expect(queue?.text).toBe(
      'A message that no worker took within four days is dropped. A weekend is fine, a long holiday is not.\n\nfact, durable; about worker; confidence 0.95; from settings of the queue; updated 2026-02-11',
    )
    const { results } = await find(repo, 'duplicates scanned archived GUID', { include_archived: true })
    expect(results.map(({ aside = false }) => aside)).toEqual([false, true])
    expect(results[1]?.text).toMatch(/^The owner filter wants the GUID without braces\.\n\nfact, working;/)
    expect(results.filter(({ text }) => /[{}]|schemaVersion/.test(text))).toEqual([])
  })

  test('cowork answers with each decision once, as its detail file says it, and with items of a session', async () => {
    const repo = tempRepo()
    cpSync('examples/cowork', repo.dir, { recursive: true })
    const PROJECT = '.cowork/memory/project'
    const refunds = await find(repo, 'refunds queue worker', { limit: 3 })
    const [decision] = refunds.results
    const detail = `${PROJECT}/decisions/dec-iter-2-1771668000.md`
    expect(decision).toMatchObject({
      kind: 'decision',
      id: 'dec-iter-2-1771668000',
      path: `${PROJECT}/memory.json`,
      line: 15,
      date: '2026-02-21',
      also: [{ path: detail, line: 1 }],
    })
    expect(decision?.text).toMatch(/^## Context\n\n```text\nThe payment provider allows ten refunds/)
    expect(decision?.text).toContain(
      '\n## Decision\n\nA refund is put into a queue, and one worker sends them.',
    )
    expect(decision?.text).toMatch(/## Consequences\n\n- The page says .* not that it is done\.$/)
    expect(refunds.results.map(({ title }) => title)).toEqual([
      ...new Set(refunds.results.map(({ title }) => title)),
    ])
    const texts = async (query: string): Promise<readonly string[]> =>
      (await find(repo, query)).results.map(({ title, text }) => `${title}: ${text}`)
    expect(await texts('gift cards')).toEqual(['Gift cards have no currency.: check; open'])
    expect(await texts('slow refund test')).toContain(
      'The refund test is slow: it waits for the real queue.: check; resolved',
    )
    expect((await texts('which libraries: postgres mapper'))[0]).toBe(
      'Technical context: TypeScript, PostgreSQL\nevent sourcing\npostgres 3.4.5: plain SQL without a mapper',
    )
    const sessions = await find(repo, 'current_session completed_at iter-2')
    expect(sessions.results.map(({ path }) => path)).not.toContain('.cowork/session.json')
    repo.write(detail, `${readFileSync(join(repo.dir, detail), 'utf8')}\nAsk Quentin about holidays.\n`)
    expect((await find(repo, 'Quentin')).results).toMatchObject([
      { path: detail, heading: 'Since then', text: expect.stringContaining('Ask Quentin about holidays.') },
    ])
  })

  test.each(['insight', 'issue', 'learning'])(
    'cowork finds an %s by a word that its title alone has',
    async (type) => {
      const repo = tempRepo()
      const options = {
        cwd: repo.dir,
        cache: false,
        today: '2026-06-01',
        clock: () => '2026-06-01T10:00:00Z',
      }
      repo.write('memkeep.yaml', 'layouts: { cowork: on }\n')
      await runOperation(operationNamed('start_session'), {}, options)
      const item = { memory_type: type, title: 'Zebra crossings', content: 'They are painted at night.' }
      expect(await runOperation(operationNamed('save_session_memory'), item, options)).toHaveProperty(
        'written',
      )
      const { results } = await find(repo, 'zebra')
      expect(results).toMatchObject([
        { title: 'Zebra crossings', text: expect.stringContaining('They are painted at night.') },
      ])
    },
  )

  test('working memory answers with its texts, once each, and with the task itself', async () => {
    const repo = tempRepo()
    const options = { cwd: repo.dir, cache: false, today: '2026-06-01', clock: () => '2026-06-01T10:00:00Z' }
    const run = async (name: string, args: JsonObject): Promise<void> => {
      expect(await runOperation(operationNamed(name), args, options)).toHaveProperty('written')
    }
    const task = 'login'
    await run('working_memory_start', { task, description: 'People are logged out after an hour.' })
    const update = [
      'CURRENT_PROGRESS:',
      '  In Progress:',
      '    - write a failing test for the cookie',
      'KEY_LEARNINGS:',
      '  ADD:',
      '    - because two fixes failed: the proxy strips the domain',
      'VERBATIM_CONTEXT:',
      '  ADD:',
      '    - because the test needs it: config/session.yaml =>',
      '      cookie:',
      '        path: /',
      '',
    ]
    await run('working_memory_apply', { task, update: update.join('\n') })
    repo.write('.working-memory/login/002.dsl', update.join('\n'))
    const texts = async (query: string): Promise<readonly string[]> =>
      (await find(repo, query)).results.map(({ title, text }) => `${title}: ${text}`)
    expect(await texts('people logged out')).toEqual([
      'login: People are logged out after an hour.\n\nIn progress:\n- write a failing test for the cookie',
    ])
    expect(await texts('proxy domain KL-1')).toEqual([
      'the proxy strips the domain: KL-1 because two fixes failed',
    ])
    expect(await texts('session.yaml path')).toEqual([
      'config/session.yaml: cookie:\n  path: /\n\nVC-1 because the test needs it',
    ])
    const small = (await find(repo, 'people logged', { token_budget: 40 })).results[0]
    expect(small).toMatchObject({ path: '.working-memory/login/state.yaml', line: 2 })
  })
})
