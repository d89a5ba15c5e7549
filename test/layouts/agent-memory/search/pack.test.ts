import fc from 'fast-check'
import { expect, test } from 'vitest'
import { estimateTokens } from '../../../../src/formats/tokens.ts'
import { agentMemory } from '../../../../src/layouts/agent-memory/layout.ts'
import { findRecords, pack } from '../../../../src/layouts/agent-memory/operations/find-records.ts'
import { askOperation } from '../../../helpers/ask-operation.ts'
import { runs } from '../../../helpers/runs.ts'
import { idOf, recordText } from '../records.ts'

const items = fc.array(
  fc.record({ cost: fc.integer({ min: 1, max: 400 }), nameCost: fc.integer({ min: 1, max: 40 }) }),
  {
    maxLength: 30,
  },
)

test('packing keeps the order, the budget and the limit, and accounts for everything', () => {
  fc.assert(
    fc.property(
      items,
      fc.integer({ min: 0, max: 2000 }),
      fc.integer({ min: 1, max: 12 }),
      (all, budget, limit) => {
        const frame = 50
        const { taken, named, counted } = pack(all, { limit, budget, frame })
        const cost =
          taken.reduce((sum, one) => sum + one.cost, 0) + named.reduce((sum, one) => sum + one.nameCost, 0)
        expect(cost).toBeLessThanOrEqual(Math.max(0, budget - frame))
        expect(taken.length).toBeLessThanOrEqual(limit)
        expect(taken.length + named.length + counted).toBe(all.length)
        expect(taken).toEqual(all.filter((one) => taken.includes(one)))
        expect(named).toEqual(all.filter((one) => named.includes(one)))
        expect(named.some((one) => taken.includes(one))).toBe(false)
        // Greedy: what came before the last one taken and was passed over did not fit.
        const open = budget - frame
        let used = 0
        for (const one of all) {
          if (taken.includes(one)) used += one.cost
          else if (taken.filter((other) => all.indexOf(other) < all.indexOf(one)).length < limit) {
            expect(used + one.cost).toBeGreaterThan(open)
          }
        }
      },
    ),
    { numRuns: runs(5000, 150) },
  )
})

const words = fc.array(
  fc.constantFrom(
    'retry',
    'limit',
    'Größe',
    '内存',
    '"quoted"',
    'a: b',
    '- x',
    'line\nbreak',
    '  indented',
    'v1.2.3',
    '👍',
  ),
  {
    minLength: 1,
    maxLength: 60,
  },
)

const records = fc.array(
  fc.record({
    summary: words.map((all) => all.join(' ').replaceAll('\n', ' ').trim().slice(0, 150) || 'x'),
    content: words.map((all) => all.join(' ')),
    tags: fc.array(fc.constantFrom('crm', 'ci', 'a b'), { maxLength: 3 }),
    confidence: fc.constantFrom(0, 0.5, 0.9, 1),
  }),
  { maxLength: 6 },
)

test('an answer is within its budget, whole, in order, and counts or names what it leaves out', async () => {
  await fc.assert(
    fc.asyncProperty(
      records,
      fc.integer({ min: 1, max: 1500 }),
      fc.boolean(),
      async (all, tokenBudget, explain) => {
        const files = Object.fromEntries(
          all.map((fields, i) => [
            `.agent-memory/working/${idOf(i)}.json`,
            { ignored: recordText({ id: idOf(i), ...fields }) },
          ]),
        )
        const ask = async (budget: number) => {
          const args = { query: 'retry limit', tokenBudget: budget, explain, no_touch: true, limit: 100 }
          const answer = await askOperation(findRecords, { files, args, layout: agentMemory })
          if ('refusal' in answer) throw new Error(answer.refusal)
          return answer
        }
        const [whole, answer, none] = [await ask(1_000_000), await ask(tokenBudget), await ask(1)]
        const [every, some] = [whole.data.results, answer.data.results] as unknown as readonly {
          id: string
        }[][]
        const frame = estimateTokens(none.text)
        expect(estimateTokens(answer.text)).toBeLessThanOrEqual(Math.max(tokenBudget, frame))
        expect(every).toHaveLength(Number(whole.data.total))
        expect(every?.filter(({ id }) => some?.some((one) => one.id === id))).toEqual(some)
        const named = (answer.data.left_out ?? []) as unknown as readonly { id: string }[]
        expect(Number(answer.data.omitted)).toBe((every?.length ?? 0) - (some?.length ?? 0))
        expect(named.length).toBeLessThanOrEqual(Number(answer.data.omitted))
        for (const { id } of named) expect(some?.some((one) => one.id === id)).toBe(false)
      },
    ),
    { numRuns: runs(300, 25) },
  )
}, 120_000)
