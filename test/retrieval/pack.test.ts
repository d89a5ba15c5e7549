import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstWithin, packItems } from '../../src/retrieval/pack.ts'

const pack = (costs: readonly number[], budget: number, more = {}) =>
  packItems(costs, { costOf: (cost) => cost, budget, ...more })

test('what fits is taken, what does not is skipped, and the walk goes on', () => {
  expect(pack([40, 90, 50, 20, 10], 100)).toEqual({
    taken: [40, 50, 10],
    skipped: [90, 20],
    beyond: [],
    cost: 100,
  })
})

test('the frame counts, and the limit ends the walk', () => {
  expect(pack([40, 50], 100, { frame: 20 })).toEqual({ taken: [40], skipped: [50], beyond: [], cost: 60 })
  expect(pack([1, 2, 3], 100, { limit: 2 })).toEqual({ taken: [1, 2], skipped: [], beyond: [3], cost: 3 })
})

test('any items and budget: within it, in order, each item in one list, and nothing skipped that fits', () => {
  const item = fc.record({ id: fc.nat(), cost: fc.nat(500) })
  fc.assert(
    fc.property(
      fc.array(item),
      fc.nat(2000),
      fc.nat(50),
      fc.option(fc.nat(20), { nil: undefined }),
      (items, budget, frame, limit) => {
        const request = {
          costOf: ({ cost }: { cost: number }) => cost,
          budget,
          frame,
          ...(limit !== undefined && { limit }),
        }
        const { taken, skipped, beyond, cost } = packItems(items, request)
        expect(cost).toBe(frame + taken.reduce((sum, one) => sum + one.cost, 0))
        expect(cost).toBeLessThanOrEqual(Math.max(budget, frame))
        for (const list of [taken, skipped, beyond])
          expect(items.filter((one) => list.includes(one))).toEqual(list)
        expect(new Set([...taken, ...skipped, ...beyond])).toEqual(new Set(items))
        expect(taken.length + skipped.length + beyond.length).toBe(items.length)
        for (const one of skipped) {
          const before = taken.filter((other) => items.indexOf(other) < items.indexOf(one))
          expect(frame + before.reduce((sum, other) => sum + other.cost, one.cost)).toBeGreaterThan(budget)
        }
        if (beyond.length > 0) expect(taken).toHaveLength(limit ?? -1)
      },
    ),
  )
})

test('the first items are taken as long as all of them fit together', () => {
  const first = (costs: readonly number[], most: number) => firstWithin(costs, most, (cost) => cost)
  expect(first([40, 60, 1], 100)).toEqual([40, 60])
  expect(first([40, 61, 1], 100)).toEqual([40])
  expect(first([101, 1], 100)).toEqual([])
  expect(first([1, 2], 100)).toEqual([1, 2])
  expect(first([], 0)).toEqual([])
  expect(first([0, 1], 0)).toEqual([0])
})
