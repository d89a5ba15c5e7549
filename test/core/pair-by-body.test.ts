import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCut, pairByBody, similarity } from '../../src/core/changes/pair-by-body.ts'
import type { Item } from '../../src/core/document.ts'
import { runs } from '../helpers/runs.ts'
import { variant } from '../helpers/variant.ts'
import { itemOf } from './literal-parts.ts'

type At = { readonly item: Item }

/** Every free body is compared with every other: the first of those that are most alike. */
function byComparingAll(left: readonly At[], right: readonly At[]): Map<At, At> {
  const pairs = new Map<At, At>()
  const taken = new Set<At>()
  for (const one of left) {
    const first = (other: At): number => one.item.sketch.findIndex((hash) => other.item.sketch.includes(hash))
    const [best] = right
      .filter((other) => !taken.has(other) && other.item.kind === one.item.kind)
      .map((other) => ({ other, share: similarity(one.item.sketch, other.item.sketch) }))
      .filter(({ share }) => share >= 0.5)
      .sort((a, b) => b.share - a.share || first(a.other) - first(b.other))
    if (!best) continue
    pairs.set(one, best.other)
    taken.add(best.other)
  }
  return pairs
}

describe('pairByBody', () => {
  test('pairs as comparing all with all does', () => {
    const item = fc
      .tuple(fc.constantFrom('lesson', 'decision'), fc.uniqueArray(fc.nat(9), { maxLength: 6 }))
      .map(
        ([kind, hashes]): At => ({ item: itemOf({ key: '', kind, sketch: hashes.sort((a, b) => a - b) }) }),
      )
    const items = fc.array(item, { maxLength: 8 })
    fc.assert(
      fc.property(items, items, (left, right) => {
        expect([...pairByBody(left, right)]).toEqual([...byComparingAll(left, right)])
      }),
      { numRuns: 1000 },
    )
  })

  /** Bodies that share all hashes but their last, every two of them. */
  const nearlyAlike = (count: number, last: number): At[] =>
    Array.from({ length: count }, (_, i) => ({
      item: itemOf({ key: String(i), sketch: [...Array(15).keys(), last + i] }),
    }))

  test('thousands of bodies that are all nearly alike are paired', () => {
    const count = runs(20_000)
    const left = nearlyAlike(count, 100)
    expect(pairByBody(left, nearlyAlike(count, 100_000)).size).toBe(count)
    expect([...pairByBody(left, [...left].reverse())].every(([one, other]) => one === other)).toBe(true)
  })

  // Millions of steps, which the limit is made of.
  variant('past its limit only bodies with the same sketch are paired', () => {
    const left = nearlyAlike(40_000, 100)
    const right = [...nearlyAlike(39_999, 100_000), ...left.slice(-1)]
    const pairs = pairByBody(left, right)
    expect(pairs.size).toBeGreaterThan(20_000)
    expect(pairs.size).toBeLessThan(30_000)
    expect(pairs.get(left.at(-1) as At)).toBe(left.at(-1))
  })
})

describe('similarity', () => {
  test('is 1 for equal bodies and 0 for bodies with nothing in common', () => {
    expect(similarity([1, 2, 3], [1, 2, 3])).toBe(1)
    expect(similarity([1, 2], [3, 4])).toBe(0)
    expect(similarity([], [1])).toBe(0)
    expect(similarity([1], [])).toBe(0)
  })

  test('is the share among the smallest hashes of both', () => {
    expect(similarity([1, 2, 3, 4], [1, 2, 3, 9])).toBe(0.75)
    expect(similarity([1, 2], [1, 2, 3, 4])).toBe(0.5)
  })

  test('is symmetric and between 0 and 1', () => {
    const sketch = fc.uniqueArray(fc.nat(40), { maxLength: 16 }).map((hashes) => hashes.sort((a, b) => a - b))
    fc.assert(
      fc.property(sketch, sketch, (a, b) => {
        expect(similarity(a, b)).toBe(similarity(b, a))
        expect(similarity(a, b)).toBe(smallestShared(a, b))
        expect(similarity(a, b)).toBeGreaterThanOrEqual(0)
        expect(similarity(a, b)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

/** The share of `b` in the smallest hashes of both, by its definition. */
function smallestShared(a: readonly number[], b: readonly number[]): number {
  if (a.length === 0 || b.length === 0) return 0
  const both = [...new Set([...a, ...b])].sort((x, y) => x - y).slice(0, Math.max(a.length, b.length))
  return both.filter((hash) => a.includes(hash) && b.includes(hash)).length / both.length
}

describe('isCut', () => {
  // The sixteenth and last hash of a sketch says how many there are in all.
  const upTo = (last: number): number[] => [...Array(15).keys(), last]
  const keeping = (count: number): number[] => [...Array(count).keys(), 1000]
  const isCutTo = (before: number[], after: number[]): boolean => isCut(before, after, () => [])

  test('is true where at most half of a long body is left: of 15 estimated words 7', () => {
    const whole = upTo(2 ** 32 - 1)
    expect(isCutTo(whole, keeping(6))).toBe(true)
    expect(isCutTo(whole, keeping(7))).toBe(false)
    expect(isCutTo(upTo(2 ** 31 - 1), keeping(7))).toBe(true)
  })

  test('is false where what is missing is elsewhere', () => {
    const whole = upTo(2 ** 32 - 1)
    expect(isCut(whole, keeping(6), () => [[6], [7, 8]])).toBe(false)
    expect(isCut(whole, keeping(6), () => [[6]])).toBe(true)
  })
})
