import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../src/formats/tokens.ts'
import { memorySearch } from '../../src/operations/search/memory-search.ts'
import type { Found, SearchArguments } from '../../src/operations/search/search-schemas.ts'
import { memkeep } from '../helpers/setup.ts'
import { type TempRepo, tempRepo } from '../helpers/temp-repo.ts'

type Answer = { readonly text: string; readonly data: Found }

async function search(
  { dir }: TempRepo,
  query: string,
  more: Partial<SearchArguments> = {},
): Promise<Answer> {
  const result = await memorySearch.run({ query, ...more }, { cwd: dir, cache: false, today: '2026-06-01' })
  if (!('text' in result)) throw new Error('no answer')
  return result
}

type FactText = { readonly title: string; readonly text?: string; readonly created?: string }

/** Facts of one repository, those with a day and a tag and those without. */
function factsSaying(facts: readonly FactText[]): TempRepo {
  const repo = tempRepo()
  for (const [i, { title, text = 'Said so.', created }] of facts.entries()) {
    const day = created === undefined ? '' : `created: ${created}\ntags: [farm]\n`
    repo.write(`memory/facts/f-${i}.md`, `---\nid: fact-${i}\ntitle: ${title}\n${day}---\n\n${text}\n`)
  }
  return repo
}

const FARM = [{ title: 'Quentin owns IT', created: '2026-02-01' }, { title: 'A zebra will run' }]

test('words that are too common to be searched for are named', async () => {
  const repo = factsSaying(FARM)
  const only = await search(repo, 'owns IT')
  expect([only.data.total, only.data.common, only.data.unknown]).toEqual([0, ['owns', 'IT'], undefined])
  expect(only.text).toBe(
    'the query has only words that are too common to be searched for ("owns", "IT"): name what it is about',
  )
  expect((await search(repo, 'will giraffe')).text).toBe(
    'nothing that was searched has these words; too common to be searched for: "will"',
  )
  expect((await search(repo, 'will zebra')).data).toMatchObject({ total: 1, weak: false })
})

test('a kind, a tag or a layout that is not here is named, and then nothing is said of words', async () => {
  const repo = factsSaying(FARM)
  const kind = await search(repo, 'zebra', { kinds: ['facts'] })
  expect(kind.text).toBe('the kind "facts" is not here; the kinds are fact')
  expect((await search(repo, 'zebra', { tags: ['Stripes'] })).text).toBe('the tag "Stripes" is not here')
  const layout = await search(repo, 'zebra', { layouts: ['adr'] })
  expect(layout.text).toBe('the layout "adr" is not here; the layouts are atomic')
  expect(layout.data.notHere).toEqual({ layouts: ['adr'] })
  expect((await search(repo, 'giraffe', { tags: ['Farm', 'stripes'] })).text).toBe(
    'nothing that was searched has these words and is what the filters ask for: leave them out to search everything\n\nthe tag "stripes" is not here',
  )
})

test('days leave out what has none, and the answer says so', async () => {
  const repo = factsSaying(FARM)
  const { text, data } = await search(repo, 'zebra', { since: '2026-01-01' })
  expect(data.undated).toBe(1)
  expect(text).toMatch(
    /\n\n1 item with these words has no day and is left out: a search without days shows it$/,
  )
  expect((await search(repo, 'quentin', { since: '2026-01-01' })).data.undated).toBeUndefined()
})

const long = (seed: string): string =>
  Array.from({ length: 20 }, (_, i) => `The ${seed} of stall ${i} talks about ordinary hay.`).join('\n')

test('a weak answer says so first, and has three results at most', async () => {
  const repo = factsSaying(
    Array.from({ length: 9 }, (_, i) => ({ title: `Stall ${i}`, text: long(`keeper ${i}`) })),
  )
  const query = 'giraffe telescope orchestra volcano hay'
  const { text, data } = await search(repo, query)
  expect([data.weak, data.results.length, data.total, data.omitted]).toEqual([true, 3, 9, 6])
  const missing = '"giraffe", "telescope", "orchestra", "volcano"'
  const first = `weak: no text has ${missing}; these only share other words with it, and 6 more do`
  expect(text.split('\n')[0]).toBe(first)
  expect(text).not.toContain('`limit`')
  const { out } = await memkeep(repo.dir, ['find', ...query.split(' ')])
  expect(out.replaceAll('\n', ' ')).toMatch(/^weak: no text has/)
  const strong = await search(repo, 'keeper hay')
  expect([strong.data.weak, strong.data.results.length > 3]).toEqual([false, true])
})

test('an answer is weak where no text has the name that is asked about, whatever else matches', async () => {
  const repo = factsSaying(
    Array.from({ length: 5 }, (_, i) => ({ title: `Stall ${i}`, text: long(`keeper ${i}`) })),
  )
  const named = await search(repo, 'What does keeper 3 of a stall talk about with Okapi?')
  expect([named.data.weak, named.data.unknown, named.data.results.length]).toEqual([true, ['Okapi'], 3])
  expect(named.text).toMatch(
    /^weak: no text has "Okapi"; these only share other words with it, and 2 more do\n/,
  )
})

test('an answer with its heads, notes and separators is within the budget, by the estimate that it gives', async () => {
  const repo = factsSaying(
    Array.from({ length: 12 }, (_, i) => ({
      title: `The zebra of stall ${i} and its keeper`,
      text: `A zebra eats at \`src/stalls/gone-${i}.ts\`.\n${long(`zebra ${i}`)}`,
      ...(i % 2 === 0 && { created: '2026-02-01' }),
    })),
  )
  const budgets = fc.oneof(fc.constantFrom(500, 2000), fc.integer({ min: 150, max: 2500 }))
  await fc.assert(
    fc.asyncProperty(budgets, fc.integer({ min: 1, max: 12 }), async (token_budget, limit) => {
      const { text, data } = await search(repo, 'zebra stall', { token_budget, limit })
      expect(estimateTokens(text)).toBeLessThanOrEqual(token_budget)
      expect(data.tokens.used).toBe(estimateTokens(text))
      expect(data.results.length).toBeGreaterThan(0)
      // What is left would not hold another result.
      if (limit === 12 && token_budget >= 300) expect(data.tokens.used).toBeGreaterThan(token_budget * 0.6)
    }),
    {
      numRuns: 12,
      examples: [
        [500, 10],
        [2000, 10],
      ],
    },
  )
}, 60_000)
