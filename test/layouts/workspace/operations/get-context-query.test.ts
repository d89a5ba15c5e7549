import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../src/core/json.ts'
import { estimateTokens } from '../../../../src/formats/tokens.ts'
import { getContext } from '../../../../src/layouts/workspace/operations/get-context.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import type { Files } from '../../../helpers/check-literal.ts'
import { runs } from '../../../helpers/runs.ts'

const MEMORY = 'user/memory/workspaces/w'
const HOME = 'resources/workspaces/w'

const entry = (date: string, title: string, body: string, tags = 'misc'): string =>
  `### [${date}] ${title}\n\n**Category:** tooling\n**Tags:** ${tags}\n\n${body}\n\n---\n`

const plan = (name: string, body: string): string =>
  `---\nname: ${name}\ndescription: A plan.\nstatus: new\ncreated: 2026-01-01\n---\n\n# ${name}\n\n${body}\n`

const FILLER = 'It is written down so that the next one finds it. '.repeat(8)

const files: Files = {
  [`${HOME}/OVERVIEW.md`]: `---\nname: W\ndescription: The shop.\n---\n\nIt sells things to people.\n`,
  [`${HOME}/_plans/260101-alpha.md`]: plan('Alpha', 'We look at the queue of webhooks.'),
  [`${HOME}/_plans/260101-beta.md`]: plan('Beta', 'We move the invoices.'),
  [`${MEMORY}/decisions.md`]: [
    entry('2026-01-01', 'Retry failed webhooks', `Three attempts, then a dead letter. ${FILLER}`, 'webhooks'),
    entry('2026-01-02', 'Prices are integers', `Floating point lost a cent. ${FILLER}`),
    entry('2026-01-03', 'One formatter', `It formats and lints. ${FILLER}`),
  ].join('\n'),
  [`${MEMORY}/d/decisions.md`]: entry('2026-01-04', 'Failed jobs are kept', `For a week. ${FILLER}`),
}

async function ask(args: JsonObject, memory = files) {
  const answer = await askOperation(getContext, {
    files: memory,
    args: { scope: { workspace: 'w' }, include_defaults: false, topics: ['decisions'], ...args },
  })
  if ('refusal' in answer) throw new Error(answer.refusal)
  const titles = (topic: string): string[] =>
    ((answer.data[topic] ?? []) as { title?: string; name?: string }[]).map(
      ({ title, name }) => title ?? name ?? '',
    )
  return {
    ...answer,
    titles,
    notes: (answer.data.notes ?? []) as readonly string[],
    tokens: estimateTokens(answer.text),
  }
}

const BY_DATE = ['Failed jobs are kept', 'One formatter', 'Prices are integers', 'Retry failed webhooks']

describe('query', () => {
  test('orders the entries of a topic, and leaves none out', async () => {
    expect((await ask({})).titles('decisions')).toEqual(BY_DATE)
    const { titles, notes } = await ask({ query: 'webhook retries' })
    expect(titles('decisions')).toEqual(['Retry failed webhooks', ...BY_DATE.slice(0, 3)])
    expect(notes).toEqual([])
  })

  test('decides what fits a budget', async () => {
    const all = await ask({ token_budget: 500 })
    const best = await ask({ token_budget: 500, query: 'webhook retries' })
    expect(all.titles('decisions')).not.toContain('Retry failed webhooks')
    expect(best.titles('decisions')[0]).toBe('Retry failed webhooks')
    expect(best.tokens).toBeLessThanOrEqual(500)
    expect(JSON.stringify(best.data.left_out)).toContain('Prices are integers')
  })

  test('comes before the overview of the scope, and before the defaults', async () => {
    const asked = { topics: ['overview', 'decisions'], include_defaults: true, query: 'webhook retries' }
    // The least budget that holds it has no room for the overview, however short that is.
    for (let token_budget = 300; ; token_budget += 10) {
      const { titles, data } = await ask({ ...asked, token_budget })
      if (!titles('decisions').includes('Retry failed webhooks')) continue
      expect(data.overview).toEqual([])
      return
    }
  })

  test('looks at the whole text of documents, and orders their summaries', async () => {
    const { titles } = await ask({ topics: ['plans'], query: 'invoice' })
    expect(titles('plans')).toEqual(['Beta', 'Alpha'])
    expect((await ask({ topics: ['plans'] })).titles('plans')).toEqual(['Alpha', 'Beta'])
  })

  test('ranks only what passes the filters', async () => {
    const { titles } = await ask({ query: 'integers', filters: { tags: ['webhooks'] } })
    expect(titles('decisions')).toEqual(['Retry failed webhooks'])
  })

  test('that nothing answers says so, and changes no order', async () => {
    const { titles, notes } = await ask({ query: 'zebra quantum' })
    expect(titles('decisions')).toEqual(BY_DATE)
    expect(notes).toEqual([expect.stringContaining('answers the `query`')])
  })

  test('without topics has no effect and says so', async () => {
    const { notes } = await ask({ query: 'webhooks', topics: [] })
    expect(notes).toEqual(['The `query` has an effect on topics only: name some.'])
  })

  test.each([
    [{}],
    [{ token_budget: 500 }],
    [{ topics: ['overview', 'plans', 'decisions'], include_defaults: true }],
  ])('that is blank gives the bytes of none: %j', async (args) => {
    const { text } = await ask(args)
    expect((await ask({ ...args, query: '' })).text).toBe(text)
    expect((await ask({ ...args, query: ' \n' })).text).toBe(text)
  })

  test('of any text gives the same parts, within any budget', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 40 }),
        fc.integer({ min: 200, max: 900 }),
        async (query, budget) => {
          const topics = ['decisions', 'plans', 'overview']
          const { titles } = await ask({ query, topics })
          expect(titles('decisions').sort()).toEqual([...BY_DATE].sort())
          const packed = await ask({ query, topics, token_budget: budget })
          const isWhole = packed.notes.some((note) => note.startsWith('A budget of'))
          expect(packed.tokens <= budget || isWhole).toBe(true)
        },
      ),
      { numRuns: runs(25) },
    )
  })
})
