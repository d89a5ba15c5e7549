import { describe, expect, test } from 'vitest'
import { isBackIn, isRemovedBetween, tombstoneKind } from '../../src/core/changes/item-changes.ts'
import type { Document, Item } from '../../src/core/document.ts'
import { documentOf, itemOf, line, memoryOf } from './literal-parts.ts'

const TOMBSTONE = itemOf({ key: 'queue', kind: tombstoneKind('decision') })

/** Two entries under one key, which a memory may have. */
const [first, second] = [itemOf({ key: 'queue' }), itemOf({ key: 'queue', place: line(5) })]

const log = (items: readonly Item[], tombstones: readonly Item[] = [], scope = 'shop/web'): Document =>
  documentOf({ path: `${scope}/log.md`, scope, items, tombstones })

/** Of entries in a log before: whether each went with a reason, when the log after has these tombstones. */
function removed(
  entries: readonly Item[],
  { before = [], after }: { readonly before?: readonly Item[]; readonly after: readonly Document[] },
): readonly boolean[] {
  const document = log(entries, before)
  const isRemoved = isRemovedBetween(memoryOf([document]), memoryOf(after))
  return entries.map((item) => isRemoved({ item, document }))
}

describe('an entry that went', () => {
  test('has a reason where the log has a tombstone for it, and only then', () => {
    expect(removed([first], { after: [log([], [TOMBSTONE])] })).toEqual([true])
    expect(removed([first], { after: [log([])] })).toEqual([false])
    expect(removed([itemOf({ key: 'other' })], { after: [log([], [TOMBSTONE])] })).toEqual([false])
    expect(removed([itemOf({ key: 'queue', kind: 'pitfall' })], { after: [log([], [TOMBSTONE])] })).toEqual([
      false,
    ])
  })

  test('has none by the tombstone of another one with its key', () => {
    expect(removed([first, second], { after: [log([], [TOMBSTONE])] })).toEqual([true, false])
    expect(removed([first, second], { after: [log([], [TOMBSTONE, TOMBSTONE])] })).toEqual([true, true])
  })

  test('has none by a tombstone that was there before', () => {
    expect(removed([first], { before: [TOMBSTONE], after: [log([], [TOMBSTONE])] })).toEqual([false])
    expect(removed([first], { before: [TOMBSTONE], after: [log([], [TOMBSTONE, TOMBSTONE])] })).toEqual([
      true,
    ])
  })

  test('may have its tombstone in another file of its workspace, in no other workspace', () => {
    expect(removed([first], { after: [log([], [TOMBSTONE], 'shop/api')] })).toEqual([true])
    expect(removed([first], { after: [log([], [TOMBSTONE], 'devtools/web')] })).toEqual([false])
  })

  test('has the same answer however often it is asked for', () => {
    const document = log([first, second])
    const isRemoved = isRemovedBetween(memoryOf([document]), memoryOf([log([], [TOMBSTONE])]))
    const ask = (item: Item): boolean => isRemoved({ item, document })
    expect([ask(first), ask(first), ask(second), ask(first)]).toEqual([true, true, false, true])
  })
})

test('a tombstone itself is never removed by a tombstone', () => {
  const document = log([], [TOMBSTONE])
  const isRemoved = isRemovedBetween(memoryOf([document]), memoryOf([log([], [TOMBSTONE, TOMBSTONE])]))
  expect(isRemoved({ item: TOMBSTONE, document })).toBe(false)
})

test('a tombstone has its entry back where the workspace has one of its kind and key', () => {
  const document = log([], [TOMBSTONE])
  const isBack = (...documents: Document[]): boolean =>
    isBackIn(memoryOf(documents))({ item: TOMBSTONE, document })
  expect(isBack(log([first], [], 'shop/api'))).toBe(true)
  expect(isBack(log([first], [], 'devtools'))).toBe(false)
  expect(isBack(log([itemOf({ key: 'other' })]))).toBe(false)
  expect(isBackIn(memoryOf([log([first])]))({ item: first, document })).toBe(false)
})
