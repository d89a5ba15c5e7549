import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { estimateTokens } from '../../../../src/formats/tokens.ts'
import { getContext } from '../../../../src/layouts/workspace/operations/get-context.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import type { Files } from '../../../helpers/check-literal.ts'

const MEMORY = 'user/memory/workspaces/w'
const HOME = 'resources/workspaces/w'

const words = (count: number): string => 'word '.repeat(count).trim()

const entry = (date: string, title: string, body = words(100)): string =>
  `### [${date}] ${title}\n\n**Category:** tooling\n\n${body}\n\n---\n`

const overview = (name: string): string =>
  `---\nname: ${name}\ndescription: ${words(40)}\n---\n\n${words(150)}\n`

const files: Files = {
  [`${HOME}/OVERVIEW.md`]: overview('W'),
  [`${HOME}/d/OVERVIEW.md`]: overview('D'),
  [`${MEMORY}/decisions.md`]: ['2026-01-01', '2026-01-02', '2026-01-04']
    .map((date) => entry(date, `W of ${date}`))
    .join('\n'),
  [`${MEMORY}/d/decisions.md`]: ['2026-01-02', '2026-01-03']
    .map((date) => entry(date, `D of ${date}`))
    .join('\n'),
}

type LeftOut = { section: string; document_path: string; titles: string[]; more?: number }

async function ask(token_budget: number, args: JsonObject = {}, memory = files) {
  const answer = await askOperation(getContext, {
    files: memory,
    args: {
      scope: { workspace: 'w' },
      include_defaults: false,
      topics: ['decisions'],
      token_budget,
      ...args,
    },
  })
  if ('refusal' in answer) throw new Error(answer.refusal)
  const { decisions = [], left_out = [], notes = [] } = answer.data
  return {
    ...answer,
    kept: (decisions as unknown as { title: string }[]).map(({ title }) => title),
    leftOut: left_out as unknown as LeftOut[],
    notes: notes as readonly string[],
    tokens: estimateTokens(answer.text),
  }
}

describe('token_budget', () => {
  test('gives everything where it fits, and the same as without a budget', async () => {
    const { text } = await ask(100_000)
    const without = await askOperation(getContext, {
      files,
      args: { scope: { workspace: 'w' }, include_defaults: false, topics: ['decisions'] },
    })
    expect(without).toMatchObject({ text })
  })

  test('keeps the newest, of one day the innermost, and names the rest by title and path', async () => {
    const { kept, leftOut, tokens } = await ask(760)
    expect(kept).toEqual(['W of 2026-01-04', 'D of 2026-01-03', 'D of 2026-01-02'])
    expect(leftOut).toEqual([
      {
        section: 'decisions',
        document_path: `${MEMORY}/decisions.md`,
        titles: ['W of 2026-01-02', 'W of 2026-01-01'],
      },
    ])
    expect(tokens).toBeLessThanOrEqual(760)
  })

  test('gives entries before tags, and of these as many as still fit', async () => {
    const tags = Array.from({ length: 60 }, (_, i) => `tag-${i}`)
    const tagged = (date: string, own: readonly string[]): string =>
      entry(date, `Of ${date}`, 'Short.').replace('tooling\n', `tooling\n**Tags:** ${own.join(', ')}\n`)
    const log = [tagged('2026-01-01', tags), tagged('2026-01-02', ['own'])].join('\n')
    const { kept, data, tokens, notes } = await ask(300, {}, { [`${MEMORY}/decisions.md`]: log })
    expect(kept).toContain('Of 2026-01-02')
    expect(tokens).toBeLessThanOrEqual(300)
    const { memory_metadata: metadata } = data.defaults as unknown as { memory_metadata: { tags: unknown[] } }
    expect(metadata.tags.length).toBeLessThan(61)
    expect(notes.join()).toMatch(/left out for the budget: \d+/)
  })

  test('prefers what was asked for to the defaults, and the own overview to all', async () => {
    const { data, leftOut } = await ask(600, { include_defaults: true, topics: ['overview', 'decisions'] })
    expect(data.overview).toHaveLength(1)
    expect((data.defaults as JsonObject).overviews_t0).toEqual([])
    expect(leftOut.map(({ section }) => section)).toEqual([
      'decisions',
      'decisions',
      'overviews_t0',
      'overviews_t0',
    ])
  })

  test('a small one is taken where a large newer one does not fit', async () => {
    const log = [entry('2026-01-01', 'Small', 'Short.'), entry('2026-01-02', 'Large', words(2000))].join('\n')
    const { kept, leftOut } = await ask(400, {}, { [`${MEMORY}/decisions.md`]: log })
    expect(kept).toEqual(['Small'])
    expect(leftOut).toMatchObject([{ titles: ['Large'] }])
  })

  test('counts where not even the titles fit in half of it', async () => {
    const log = Array.from({ length: 200 }, (_, i) =>
      entry(`2026-01-${String(1 + (i % 28)).padStart(2, '0')}`, `${words(10)} ${i}`),
    ).join('\n')
    const { kept, leftOut, tokens } = await ask(1500, {}, { [`${MEMORY}/decisions.md`]: log })
    const [row] = leftOut
    expect(kept.length).toBeGreaterThan(1)
    expect(row?.titles.length).toBeGreaterThan(10)
    expect(kept.length + (row?.titles.length ?? 0) + (row?.more ?? 0)).toBe(200)
    expect(tokens).toBeLessThanOrEqual(1500)
  })

  test('one that holds nothing is reported, and the documents are counted', async () => {
    const { kept, leftOut, notes, data } = await ask(1)
    expect(kept).toEqual([])
    expect(leftOut).toEqual([])
    expect(notes).toEqual([
      'Tags and categories that are left out for the budget: 1.',
      'Documents that are left out and not named: 2.',
      expect.stringMatching(/^A budget of 1 tokens holds no more than this: ask for fewer topics/),
    ])
    expect(data.defaults).toMatchObject({ memory_metadata: { summary: { total_decisions: 5 } } })
  })

  test('names as many documents as it holds, and counts the others', async () => {
    const plans = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [
        `${HOME}/_plans/plan-${i}.md`,
        `---\nname: Plan ${i}\nstatus: new\n---\n\n${words(100)}\n`,
      ]),
    )
    const { leftOut, notes, tokens } = await ask(500, { topics: ['plans'] }, plans)
    expect(tokens).toBeLessThanOrEqual(500)
    expect(leftOut.length).toBeGreaterThan(3)
    expect(notes).toContain(`Documents that are left out and not named: ${60 - leftOut.length}.`)
  })
})
