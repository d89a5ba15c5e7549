import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shardOf } from '../../../src/ci/shards/write-shard.ts'

test('every path has one shard, which stays the same from version to version', () => {
  expect(
    ['a.md', 'user/memory/workspaces/shop/decisions.md', 'ü'].map((path) => shardOf(path, 1000)),
  ).toEqual([584, 815, 811])
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (path, of) => {
      const index = shardOf(path, of)
      expect(index).toBeGreaterThanOrEqual(1)
      expect(index).toBeLessThanOrEqual(of)
    }),
  )
})

test.each([2, 5, 8, 64])('paths that are like each other are spread evenly over %i shards', (of) => {
  const counts = new Array<number>(of + 1).fill(0)
  const each = 500
  for (let i = 0; i < of * each; i += 1) {
    const shard = shardOf(
      `resources/workspaces/ws-${i >> 4}/_plans/26${String(i).padStart(4, '0')}-plan.md`,
      of,
    )
    counts[shard] = (counts[shard] ?? 0) + 1
  }
  expect(counts[0]).toBe(0)
  for (const count of counts.slice(1)) expect(Math.abs(count - each)).toBeLessThan(each / 4)
})
