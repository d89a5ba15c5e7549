import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operationNamed } from '../../src/operations/registry.ts'
import { runOperation } from '../../src/operations/run-operation.ts'
import { runFind } from '../../src/operations/search/find.ts'
import type { FoundItem, SearchArguments } from '../../src/operations/search/search-schemas.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

async function find(
  { dir }: TempRepo,
  query: string,
  more: Partial<SearchArguments> = {},
): Promise<readonly FoundItem[]> {
  return (await runFind({ query, ...more }, { cwd: dir, cache: false, today: '2026-06-01' })).results
}

const ordinary = (count: number): string =>
  Array.from({ length: count }, (_, i) => `ordinary word number ${i}`).join(' ')

/** The same words in lines of eight. */
const wrapped = (text: string): string => text.replaceAll(/((?:\S+ ){8})/g, '$1\n').replaceAll(' \n', '\n')

describe('a text that is cut in a sentence ends with …', () => {
  const budgets = [30, 45, 60, 80, 110, 150, 250]

  test('where only its best lines are shown', async () => {
    const repo = tempRepo()
    const sentence = (i: number): string =>
      `The ordinary service ${i} has a port, a name and an owner who is asked.`
    const text = wrapped(Array.from({ length: 25 }, (_, i) => sentence(i)).join(' '))
    repo.write('.kiro/steering/a.md', `# Zebras\n\n${text.replace('service 9 has', 'service 9 stripes')}\n`)
    const file = text.split('\n')
    const ends: boolean[] = []
    for (const token_budget of budgets) {
      const [found] = await find(repo, 'stripes', { token_budget, limit: 1 })
      const last = found?.text.split('\n').at(-1) ?? ''
      expect(found?.more?.part).toBe('lines')
      ends.push(last.endsWith('…'))
      const isWholeLine = file.some(
        (line) => line.replace('has', 'stripes').endsWith(last) || line.endsWith(last),
      )
      if (!last.endsWith('…')) expect([last, isWholeLine]).toEqual([expect.stringMatching(/\.$/), true])
    }
    expect(ends).toContain(true)
  })

  test('where it is a section of a longer text', async () => {
    const repo = tempRepo()
    repo.write('.kiro/steering/a.md', `# Zebras\n\n${wrapped(`stripes ${ordinary(400)}`)}.\n`)
    const [found] = await find(repo, 'stripes')
    expect(found?.more?.part).toBe('section')
    expect(found?.text).toMatch(/^stripes/)
    expect(found?.text).toMatch(/\S …$/)
  })

  test('and no other one does', async () => {
    const repo = tempRepo()
    const list = Array.from({ length: 200 }, (_, i) => `- ordinary item ${i}`).join('\n')
    repo.write('.kiro/steering/a.md', `# Zebras\n\n- stripes\n${list}\n\n## Lions\n\nmanes\n`)
    for (const token_budget of [...budgets, 2000]) {
      for (const query of ['stripes', 'manes'])
        expect((await find(repo, query, { token_budget, limit: 1 }))[0]?.text).not.toMatch(/…(?!\])/)
    }
  })
})

describe('a heading alone is no answer: it has the first of what follows', () => {
  const long = `Mornings are best, and then ${ordinary(150)}.`
  test.each<readonly [string, string]>([
    ['a long paragraph', long],
    ['a long line of code', `\`\`\`\nMornings ${ordinary(150)}\n\`\`\``],
    ['a child section', `### Later on\n\n${long}`],
    ['a long text in lines', wrapped(long)],
  ])('%s', async (_, below) => {
    const repo = tempRepo()
    repo.write(
      '.kiro/steering/a.md',
      `# The shop\n\n${wrapped(ordinary(60))}.\n\n## Zebra crossings\n\n${below}\n\n## Others\n\n${wrapped(ordinary(60))}.\n`,
    )
    for (const token_budget of [25, 40, 60, 100, 200, 400, 2000]) {
      const [found] = await find(repo, 'zebra crossings', { token_budget, limit: 1 })
      expect([token_budget, found?.text]).toEqual([token_budget, expect.stringContaining('Mornings')])
      expect(`${found?.heading}\n${found?.text}`).toMatch(/Zebra crossings|Later on/)
    }
  })
})

describe('the lines of a record are those that it has in its file', () => {
  const LONG = `Stripes ${ordinary(30)}.`

  /** The lines that an answer names, and whether they are those of the record, from its first line to its last. */
  async function linesNamed(repo: TempRepo, query: string): Promise<readonly string[]> {
    const [found] = await find(repo, query, { token_budget: 40, limit: 1 })
    const { line = 0, endLine = 0 } = found?.more ?? {}
    expect(found?.line).toBe(line)
    const lines = readFileSync(join(repo.dir, found?.path ?? ''), 'utf8').split(/\r\n|\n/)
    return lines.slice(line - 1, endLine).map((one) => one.trim())
  }

  const NAMES = ['zebra', 'lion', 'hippo']

  test.each(['\n', '\r\n'])('of the memory of a project, with %j', async (end) => {
    const repo = tempRepo()
    const row = (name: string) => ({
      title: `A ${name} decision`,
      context: `${LONG}\nOf the ${name}.`,
      consequences: ['One.', 'Two.'],
      id: `dec-iter-1-${NAMES.indexOf(name)}000000000`,
      decision: `Take the ${name}.`,
      created_at: '2026-02-01T10:00:00Z',
      iteration_id: 'iter-1',
    })
    const memory = {
      decisions: NAMES.map(row),
      patterns: [],
      context: { tech_stack: ['Giraffe', LONG], key_dependencies: [] },
      last_updated: '2026-02-01T10:00:00Z',
    }
    const path = '.cowork/memory/project/memory.json'
    repo.write(path, `${JSON.stringify(memory, null, 2)}\n`.replaceAll('\n', end))
    for (const name of NAMES) {
      const lines = await linesNamed(repo, `${name} decision`)
      expect([lines[0], lines[1], lines.at(-1)?.replace(',', '')]).toEqual([
        '{',
        `"title": "A ${name} decision",`,
        '}',
      ])
      expect(lines.filter((line) => line.startsWith('"title"'))).toHaveLength(1)
    }
    const context = await linesNamed(repo, 'giraffe')
    expect([context[0], context.at(-1)]).toEqual(['"context": {', '},'])
    repo.write(path, JSON.stringify(memory))
    for (const name of NAMES) expect(await linesNamed(repo, `${name} decision`)).toHaveLength(1)
  })

  test.each(['\n', '\r\n'])('of a task, with %j', async (end) => {
    const repo = tempRepo()
    const entry = (name: string): string =>
      `  - reason: it is a ${name}\n    id: KL-${NAMES.indexOf(name) + 1}\n    insight: |-\n      The ${name} is fed.\n      ${LONG}\n\n      At night.\n    added: 2026-04-02T09:12:00Z\n`
    const state = `task: |-\n  Feed the giraffe.\n  ${LONG}\nupdated: 2026-04-03T08:05:00Z\ncurrent_progress:\n  completed: []\n  in_progress:\n    - Wait\n  remaining: []\nkey_learnings:\n${NAMES.map(entry).join('\n  # The next.\n')}\n\nverbatim_context: []\n`
    repo.write('.working-memory/feeding/state.yaml', state.replaceAll('\n', end))
    for (const name of NAMES) {
      const lines = await linesNamed(repo, `${name} fed`)
      expect([lines[0], lines.at(-1)]).toEqual([`- reason: it is a ${name}`, 'added: 2026-04-02T09:12:00Z'])
      expect(lines).toHaveLength(8)
    }
    const task = await linesNamed(repo, 'feed giraffe')
    expect([task[0], task.at(-1)]).toEqual(['task: |-', 'remaining: []'])
  })

  test.each(['\n', '\r\n'])('of a checkout, with %j', async (end) => {
    const repo = tempRepo()
    const id = '2f6d1c1e-7a3b-4f0e-9d52-0c5b8a4e6f10'
    const record = {
      scope: 'working',
      kind: 'fact',
      id,
      summary: 'A zebra',
      content: LONG,
      tags: ['a', 'b'],
      entities: [],
      confidence: 0.9,
      source: 'me',
      created_at: '2026-02-01T10:00:00.000Z',
      updated_at: '2026-02-01T10:00:00.000Z',
      last_used_at: '2026-02-01T10:00:00.000Z',
      schemaVersion: 1,
    }
    repo.write(
      `.agent-memory/working/${id}.json`,
      `${JSON.stringify(record, null, 2)}\n`.replaceAll('\n', end),
    )
    const lines = await linesNamed(repo, 'zebra')
    expect([lines[0], lines.at(-1)]).toEqual(['{', '}'])
  })
})

test('two files of front matter alone are no copies of each other', async () => {
  const repo = tempRepo()
  repo.write(
    '.claude/skills/feed/SKILL.md',
    '---\nname: feed\ndescription: Feeds every zebra at noon.\n---\n',
  )
  repo.write(
    '.claude/skills/count/SKILL.md',
    '---\nname: count\ndescription: Counts a zebra by its stripes.\n---\n',
  )
  repo.write(
    '.claude/skills/again/SKILL.md',
    '---\nname: count\ndescription: Counts a zebra by its stripes.\n---\n',
  )
  const found = await find(repo, 'zebra')
  expect(found.map(({ also = [] }) => also.length).sort()).toEqual([0, 1])
})

describe('texts with titles of their own are copies only where the titles are alike too', () => {
  const fact = (id: string, title: string, text = 'Stated in chat.'): string =>
    `---\nid: ${id}\ntitle: ${title}\ncreated: 2026-01-01\n---\n\n${text}\n`

  async function titles(repo: TempRepo, query: string): Promise<readonly string[]> {
    return (await find(repo, query)).map(({ title }) => title).sort()
  }

  test('facts with one text are apart by what their titles say, and by numbers in these', async () => {
    const repo = tempRepo()
    const said = ['Alice likes zebras', 'Bob likes zebras', 'Zebra insight 3', 'Zebra insight 18', 'zebra']
    for (const [i, title] of said.entries())
      repo.write(`memory/facts/zebra-${i}.md`, fact(`fact-${i}`, title, `Stated in chat. ${ordinary(40)}`))
    expect(await titles(repo, 'zebras')).toEqual([...said].sort())
  })

  test('insights of one line are apart', async () => {
    const repo = tempRepo()
    const options = { cwd: repo.dir, cache: false, today: '2026-06-01', clock: () => '2026-06-01T10:00:00Z' }
    repo.write('memkeep.yaml', 'layouts: { cowork: on }\n')
    await runOperation(operationNamed('start_session'), {}, options)
    const said = ['The login zebra expires', 'The zebra sleeps at noon', 'Count a zebra twice']
    for (const content of said) {
      const item = { memory_type: 'insight', content }
      expect(await runOperation(operationNamed('save_session_memory'), item, options)).toHaveProperty(
        'written',
      )
    }
    expect(await titles(repo, 'zebra')).toEqual([...said].sort())
  })

  test('files that are called by their names alone are copies', async () => {
    const repo = tempRepo()
    for (const name of ['CLAUDE.md', 'AGENTS.md']) repo.write(name, 'Feed each zebra at noon.\n')
    for (const name of ['.kiro/steering/a.md', '.kiro/steering/b.md'])
      repo.write(name, '# Tech\n\nThe lion is written in Haskell.\n')
    expect((await find(repo, 'zebra')).map(({ also = [] }) => also.length)).toEqual([1])
    expect((await find(repo, 'lion')).map(({ also = [] }) => also.length)).toEqual([1])
  })
})
