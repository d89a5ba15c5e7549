import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changedFields,
  changedItems,
  type ItemChange,
  isKeptInCopy,
  itemChanges,
  whyUnread,
} from '../../src/core/changes/item-changes.ts'
import type { Item } from '../../src/core/document.ts'
import { documentOf, itemOf, line, memoryOf } from './literal-parts.ts'

const doc = (path: string, ...items: Item[]) => documentOf({ path, items })

const shown = (change: ItemChange): string => {
  const at = ({ item, document }: { item: Item; document: { path: string } }) =>
    `${document.path}/${item.title}`
  if (change.type === 'removed') return `removed ${at(change.before)}`
  if (change.type === 'added') return `added ${at(change.after)}`
  return `${change.type} ${at(change.before)} ${at(change.after)}`
}

const changes = (before: ReturnType<typeof doc>[], after: ReturnType<typeof doc>[]): string[] =>
  itemChanges(before, after).map(shown)

describe('itemChanges', () => {
  const a = itemOf({ key: 'a' })
  const b = itemOf({ key: 'b' })

  test('nothing changes, an item comes, an item goes', () => {
    expect(changes([doc('x', a, b)], [doc('x', b, a)])).toEqual(['same x/a x/a', 'same x/b x/b'])
    expect(changes([], [doc('x', a)])).toEqual(['added x/a'])
    expect(changes([doc('x', a), doc('y', b)], [doc('y', b)])).toEqual(['removed x/a', 'same y/b y/b'])
  })

  test('a move is no change, into any file', () => {
    expect(changes([doc('x', a, b)], [doc('_archive/x', a), doc('x', b)])).toEqual([
      'same x/a _archive/x/a',
      'same x/b x/b',
    ])
  })

  test('an item that moved and changed is one item', () => {
    const edited = itemOf({ key: 'a', digest: 'other' })
    expect(changes([doc('x', a)], [doc('y', edited)])).toEqual(['edited x/a y/a'])
  })

  test.each([
    ['the same name', 'Café tables', 'Caf\ufffd tables', 'same'],
    ['a name that lost two letters', 'Cafés open', 'Caf\ufffd\ufffd open', 'same'],
    ['a name without any letter that can be read', 'Ä', '\ufffd', 'same'],
    ['another start', 'Café tables', 'Tea\ufffd tables', 'added'],
    ['another end', 'Café tables', 'Caf\ufffd chairs', 'added'],
    ['a name that is too short', 'Caf tables', 'Caf\ufffd tables', 'added'],
  ])('a damaged item pairs by what can be read of its name: %s', (_, title, damaged, type) => {
    const old = itemOf({ key: 'old', title, fields: { date: '2026-01-02' } })
    const now = itemOf({ key: 'now', title: damaged, damaged: true, fields: old.fields })
    const types = (...sides: [Item, Item]): string[] =>
      itemChanges([doc('x', sides[0])], [doc('x', sides[1])]).map((one) => one.type)
    expect(types(old, now).at(-1)).toBe(type)
    expect(types(now, old).at(-1)).toBe(type)
    const { damaged: _now, ...whole } = now
    expect(types(old, whole)).toEqual(['removed', 'added'])
  })

  test('a damaged item is not edited, and pairs in its own file and on its own day only', () => {
    const fields = { date: '2026-01-02' }
    const old = itemOf({ key: 'old', title: 'Café', fields })
    const now = itemOf({ key: 'old', title: 'Café', digest: '2', damaged: true, fields })
    expect(changes([doc('x', old)], [doc('x', now)])).toEqual(['same x/Café x/Café'])
    const other = itemOf({ key: 'new', title: 'Caf\ufffd', damaged: true, fields })
    expect(changes([doc('x', old)], [doc('y', other)])).toEqual(['removed x/Café', 'added y/Caf\ufffd'])
    const later = { ...other, fields: { date: '2026-01-03' } }
    expect(changes([doc('x', old)], [doc('x', later)])).toEqual(['removed x/Café', 'added x/Caf\ufffd'])
  })

  test('a copy left behind pairs with its own file first', () => {
    expect(changes([doc('y', a)], [doc('x', a), doc('y', a)])).toEqual(['same y/a y/a', 'added x/a'])
  })

  test('of two with one key, the one with the same body pairs first', () => {
    const one = itemOf({ key: 'k', title: '1', digest: '1' })
    const two = itemOf({ key: 'k', title: '2', digest: '2' })
    expect(changes([doc('x', one, two)], [doc('x', two)])).toEqual(['removed x/1', 'same x/2 x/2'])
    expect(changes([doc('x', one, two)], [doc('y', two, one)])).toEqual(['same x/1 y/1', 'same x/2 y/2'])
  })

  test('copies of one entry, as many as before, are no change', () => {
    const copies = Array.from({ length: 7 }, () => itemOf({ key: 'a' }))
    expect(changes([doc('x', ...copies)], [doc('x', ...copies)])).toEqual(copies.map(() => 'same x/a x/a'))
  })

  test('kinds are kept apart', () => {
    const lesson = itemOf({ key: 'a', kind: 'lesson', sketch: [1, 2, 3] })
    const decision = itemOf({ key: 'a', sketch: [1, 2, 3] })
    expect(changes([doc('x', decision)], [doc('x', lesson)])).toEqual(['removed x/a', 'added x/a'])
  })

  test('a new key over most of an old body is an edit', () => {
    const before = itemOf({ key: 'old', sketch: [1, 2, 3, 4] })
    const after = itemOf({ key: 'new', sketch: [1, 2, 3, 9] })
    expect(changes([doc('x', before)], [doc('x', after)])).toEqual(['edited x/old x/new'])
  })

  test('a new key over another body is a loss', () => {
    const before = itemOf({ key: 'old', sketch: [1, 2, 3, 4] })
    const after = itemOf({ key: 'new', sketch: [4, 5, 6, 7] })
    expect(changes([doc('x', before)], [doc('x', after)])).toEqual(['removed x/old', 'added x/new'])
  })

  test('the body that is most alike wins, and is taken once', () => {
    const before = itemOf({ key: 'old', sketch: [1, 2, 3, 4] })
    const second = itemOf({ key: 'old 2', sketch: [1, 2, 3, 4] })
    const near = itemOf({ key: 'near', sketch: [1, 2, 3, 9] })
    const nearest = itemOf({ key: 'nearest', sketch: [1, 2, 3, 4] })
    expect(changes([doc('x', before, second)], [doc('x', near, nearest)])).toEqual([
      'edited x/old x/nearest',
      'edited x/old 2 x/near',
    ])
  })

  test('every item of before and after is named exactly once', () => {
    const item = fc
      .record({
        key: fc.constantFrom('a', 'b', 'c'),
        digest: fc.constantFrom('1', '2'),
        sketch: fc.constantFrom([], [1, 2], [2, 3]),
      })
      .map((part) => itemOf(part))
    const memory = fc
      .array(fc.tuple(fc.constantFrom('x', 'y'), fc.array(item, { maxLength: 4 })), { maxLength: 3 })
      .map((files) => files.map(([path, items]) => doc(path, ...items)))
    fc.assert(
      fc.property(memory, memory, (before, after) => {
        const all = itemChanges(before, after)
        const left = all.flatMap((one) => (one.type === 'added' ? [] : [one.before.item]))
        const right = all.flatMap((one) => (one.type === 'removed' ? [] : [one.after.item]))
        expect(left).toEqual(before.flatMap(({ items }) => items))
        expect(new Set(right)).toEqual(new Set(after.flatMap(({ items }) => items)))
        expect(right.length).toBe(after.flatMap(({ items }) => items).length)
      }),
    )
  })
})

describe('changedFields', () => {
  const item = itemOf({
    key: 'a',
    id: '1',
    title: 'T',
    digest: 'd',
    fields: { date: '2026-01-01', tags: ['x'] },
  })

  test('names what differs, in order, once', () => {
    expect(changedFields(item, item)).toEqual([])
    expect(changedFields(item, { ...item, title: 'U', digest: 'e', id: '2' })).toEqual([
      'body',
      'id',
      'title',
    ])
    expect(
      changedFields(item, { ...item, fields: { date: '2026-01-01', tags: ['y'], source: 's' } }),
    ).toEqual(['source', 'tags'])
    expect(
      changedFields({ ...item, fields: { id: '1' } }, { ...item, id: '2', fields: { id: '2' } }),
    ).toEqual(['id'])
  })

  test('a key, a place or a sketch is no field', () => {
    expect(
      changedFields(item, { ...item, key: 'b', sketch: [1], place: { ...item.place, line: 9 } }),
    ).toEqual([])
  })
})

describe('changedItems', () => {
  const item = fc
    .tuple(
      fc.constantFrom('a', 'b', 'c'),
      fc.constantFrom('1', '2'),
      fc.uniqueArray(fc.nat(5), { maxLength: 3 }),
    )
    .map(([key, digest, sketch]) => itemOf({ key, digest, sketch: [...sketch].sort((x, y) => x - y) }))
  const items = fc.array(item, { maxLength: 4 })
  const paths = ['x', 'y', 'z']
  const side = fc.tuple(items, items, items)

  test('says what itemChanges says of whatever changed', () => {
    fc.assert(
      fc.property(side, side, fc.subarray(paths), (first, second, same) => {
        const before = paths.map((path, i) => documentOf({ path, id: `${i}`, items: first[i] ?? [] }))
        const after = before.map((one, i) =>
          same.includes(one.path) ? one : documentOf({ path: one.path, id: `${i}+`, items: second[i] ?? [] }),
        )
        const changesOf = (changes: readonly ItemChange[]): string[] =>
          changes.filter(({ type }) => type !== 'same').map(shown)
        expect(changesOf(changedItems(before, after))).toEqual(changesOf(itemChanges(before, after)))
      }),
    )
  })
})

describe('isKeptInCopy', () => {
  const item = itemOf({ key: 'a', id: '1', fields: { status: 'open' } })
  const document = doc('x', item)
  const isKept = (other: Partial<Item>, editable?: readonly string[]): boolean => {
    const memory = memoryOf([doc('y', { ...item, ...other })], {
      histories: editable ? { decisions: { mode: 'append-only', editable } } : {},
    })
    return isKeptInCopy({ item, document }, memory)
  }

  test('of an item with an id, the copy has all of its text', () => {
    expect(isKept({})).toBe(true)
    for (const other of [{ kind: 'lesson' }, { id: '2' }, { title: 'b' }, { digest: 'b' }])
      expect([other, isKept(other)]).toEqual([other, false])
  })

  test('and all of its fields that may not be edited', () => {
    const edited = { fields: { status: 'done' } }
    expect(isKept(edited)).toBe(true)
    expect(isKept(edited, ['status'])).toBe(true)
    expect(isKept(edited, ['owner'])).toBe(false)
  })
})

describe('whyUnread', () => {
  const found = (title: string, heading: string): string | undefined => {
    const unread = [{ text: heading, place: line(3) }]
    const after = memoryOf([documentOf({ path: 'x', unread })])
    return whyUnread({ item: itemOf({ key: 'a', title }), document: doc('x') }, after)?.what
  }

  test('finds a heading that holds the title, unless that is very short', () => {
    const unread = 'is not read as an entry any more'
    expect(found('Four', '## On Four days')).toBe(unread)
    expect(found('Tea', '## On Tea days')).toBeUndefined()
    expect(found('Tea', '## Tea')).toBe(unread)
  })
})
