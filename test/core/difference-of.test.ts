import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compareMemories,
  type MemoryDifference,
  type MemoryState,
} from '../../src/core/changes/memory-difference.ts'
import type { Document, Item, Memory } from '../../src/core/document.ts'
import { tallies } from '../../src/core/memory-overview.ts'
import { sketch } from '../../src/formats/hash.ts'
import { documentOf, itemOf, line, memoryOf } from './literal-parts.ts'

const LISTS = ['added', 'changed', 'superseded', 'archived', 'lost'] as const

/** What lies below `_archive/` is archived; `supersedes` names the key of what it takes the place of. */
function stateOf(documents: readonly Document[], part: Partial<Memory> = {}): MemoryState {
  const memory = memoryOf(documents, part)
  const items = documents.flatMap((document) => document.items.map((item) => ({ item, document })))
  const targets = new Set(items.map(({ item }) => item.fields.supersedes))
  const tags = items.flatMap(({ item }) => (item.fields.tags ?? []) as string[])
  return {
    memory,
    setAside: {
      superseded: new Set(items.filter(({ item }) => targets.has(item.key)).map(({ item }) => item)),
      archived: new Set(
        items.filter(({ document }) => document.path.startsWith('_archive/')).map(({ item }) => item),
      ),
    },
    overview: { tags: tallies(tags), budgets: [] },
  }
}

/** Without what is empty, and by titles. */
function said(difference: MemoryDifference): object {
  const lists = LISTS.flatMap((name) => {
    const titles = difference[name].map((one) => {
      const more = 'fields' in one ? ` (${one.fields.join(', ')})` : 'from' in one ? ` < ${one.from}` : ''
      return `${one.path}:${one.line} ${one.title}${more}`
    })
    return titles.length > 0 ? [[name, titles]] : []
  })
  const tags = Object.entries(difference.tags).filter(([, names]) => names.length > 0)
  return Object.fromEntries([...lists, ...tags])
}

const doc = (path: string, ...items: Item[]): Document => documentOf({ path, items })

const between = (before: Document[], after: Document[]): object =>
  said(compareMemories(stateOf(before), stateOf(after)))

const words = sketch('the queue drops jobs whose lease runs out while a worker still holds them')
const a = itemOf({ key: 'a', sketch: words })
const b = itemOf({ key: 'b', place: line(7) })

describe('what became of', () => {
  test('nothing', () => {
    expect(between([doc('x', a, b)], [doc('x', b, a)])).toEqual({})
    expect(between([], [])).toEqual({})
  })

  test('items that were removed with a reason, next to those that are lost', () => {
    const stone = itemOf({
      kind: 'decision tombstone',
      key: 'b',
      title: 'B',
      place: line(3),
      sketch: [],
      date: '2026-02-08',
      fields: { date: '2026-02-08', reason: 'it held a key' },
    })
    const removed = { ...doc('x'), tombstones: [stone] }
    const difference = compareMemories(stateOf([doc('x', a, b)]), stateOf([removed]))
    expect(difference.removed).toEqual([
      { path: 'x', line: 3, kind: 'decision', date: '2026-02-08', title: 'B', reason: 'it held a key' },
    ])
    expect(said(difference)).toEqual({ lost: [`x:1 ${a.title}`] })
    expect(compareMemories(stateOf([removed]), stateOf([removed])).removed).toEqual([])
    expect(said(compareMemories(stateOf([removed]), stateOf([doc('x')])))).toEqual({ lost: ['x:3 B'] })
  })

  test('items that came, went, and were edited', () => {
    const edited = itemOf({ key: 'a', digest: 'other', fields: { tags: ['new'] } })
    expect(between([doc('x', a)], [doc('x', edited, b)])).toEqual({
      added: ['x:7 b'],
      changed: ['x:1 a (body, tags)'],
      new: ['new'],
    })
    expect(between([doc('x', a, b)], [doc('x', a)])).toEqual({ lost: ['x:7 b'] })
  })

  test('an item with another title: a change, no loss', () => {
    const renamed = itemOf({ key: 'c', title: 'c', digest: a.digest, sketch: words })
    expect(between([doc('x', a)], [doc('x', renamed)])).toEqual({ changed: ['x:1 c (title)'] })
  })

  test('an item that moved to another file', () => {
    expect(between([doc('x', a)], [doc('y', a)])).toEqual({ changed: ['y:1 a (file)'] })
  })

  test('an item that was archived as it was, or edited on the way, or came back', () => {
    expect(between([doc('x', a)], [doc('_archive/x', a)])).toEqual({ archived: ['_archive/x:1 a < x'] })
    const edited = itemOf({ ...a, fields: { tags: [] } })
    expect(between([doc('x', a)], [doc('_archive/x', edited)])).toEqual({
      changed: ['_archive/x:1 a (file, tags)'],
    })
    expect(between([doc('_archive/x', a)], [doc('x', a)])).toEqual({ changed: ['x:1 a (file)'] })
    expect(between([doc('_archive/x', a)], [doc('_archive/y', a)])).toEqual({
      changed: ['_archive/y:1 a (file)'],
    })
  })

  test('an item whose place another one took, in a file that is the same and in one that is not', () => {
    const next = itemOf({ key: 'b', fields: { supersedes: 'a' } })
    const kept = { id: 'same', path: 'x', items: [a] }
    const superseded = { superseded: ['x:1 a'], added: ['y:1 b'] }
    expect(between([documentOf(kept)], [documentOf(kept), doc('y', next)])).toEqual(superseded)
    expect(between([doc('x', a)], [doc('x', a), doc('y', next)])).toEqual(superseded)
    expect(between([doc('x', a), doc('y', next)], [doc('x', a), doc('y', next)])).toEqual({})
    expect(between([documentOf(kept), doc('y', next)], [documentOf(kept), doc('y', next, b)])).toEqual({
      added: ['y:7 b'],
    })
  })

  test('files that cannot be read: nothing of theirs is known to be new or lost', () => {
    const unread = documentOf({ path: 'x', complete: false })
    expect(between([doc('x', a)], [unread])).toEqual({})
    expect(between([unread], [doc('x', a)])).toEqual({})
  })

  test('files whose time was over: gone as a whole is no loss, an item of one that stays is', () => {
    const histories = { decisions: { mode: 'free', editable: [], ephemeral: true } } as const
    const file = { path: 'x', id: null, mode: 'file' } as const
    const left = (documents: Document[], files: Memory['files']): object =>
      said(compareMemories(stateOf([doc('x', a, b)]), stateOf(documents, { histories, files })))
    expect(left([], new Map())).toEqual({})
    expect(left([doc('x', a)], new Map([['x', file]]))).toEqual({ lost: ['x:7 b'] })
  })

  test('lists are in order of places', () => {
    const many = ['c', 'b', 'a'].map((key, i) => itemOf({ key, place: line(10 - i) }))
    expect(between([], [doc('y', ...many), doc('x', a)])).toEqual({
      added: ['x:1 a', 'y:8 a', 'y:9 b', 'y:10 c'],
    })
  })

  test('tags and budgets', () => {
    const [one, two] = [itemOf({ key: 'a', fields: { tags: ['z', 'old'] } }), itemOf({ key: 'a' })]
    const use = { name: 'hot', lines: 3, tokens: 9, mostLines: 5, mostTokens: null }
    const before = stateOf([doc('x', one)])
    const after = stateOf([doc('x', two)])
    const budgets = { ...after, overview: { ...after.overview, budgets: [use] } }
    expect(compareMemories(before, budgets)).toMatchObject({
      tags: { new: [], gone: ['old', 'z'] },
      budgets: { before: [], after: [use] },
    })
  })
})

/** An item's life: where it is on either side, if it does, and what is done to it. No two bodies have anything in common. */
type Life = { from: string | null; to: string | null; edit: 'none' | 'title' | 'body' | 'tags' }

const paths = fc.constantFrom('x', 'y', '_archive/x', null)
const life: fc.Arbitrary<Life> = fc.record({
  from: paths,
  to: paths,
  edit: fc.constantFrom('none', 'title', 'body', 'tags'),
})

function sideOf(lives: readonly Life[], side: 'from' | 'to'): Document[] {
  const items = new Map<string, Item[]>()
  lives.forEach((one, i) => {
    const path = one[side]
    if (path === null) return
    const isEdited = side === 'to'
    const title = isEdited && one.edit === 'title' ? `${i} retitled` : `${i}`
    const item = itemOf({
      key: title,
      title,
      place: line(i + 1),
      digest: isEdited && one.edit === 'body' ? `${i} other` : `${i}`,
      sketch: [0, 1, 2, 3, 4, 5].map((n) => i * 10 + n),
      fields: { number: i, tags: isEdited && one.edit === 'tags' ? ['edited'] : [] },
    })
    items.set(path, [...(items.get(path) ?? []), item])
  })
  return [...items].map(([path, list]) => doc(path, ...list))
}

const numbers = (list: readonly { readonly title: string }[]): number[] =>
  list.map(({ title }) => Number.parseInt(title, 10)).sort((m, n) => m - n)

describe('for all lives of items', () => {
  const lives = fc.array(life, { maxLength: 30 })

  test('each item is reported once, as what became of it', () => {
    fc.assert(
      fc.property(lives, (all) => {
        const found = compareMemories(stateOf(sideOf(all, 'from')), stateOf(sideOf(all, 'to')))
        const expected = { added: [], changed: [], superseded: [], archived: [], lost: [] } as {
          [list in (typeof LISTS)[number]]: number[]
        }
        all.forEach(({ from, to, edit }, i) => {
          if (from === null && to === null) return
          if (from === null) expected.added.push(i)
          else if (to === null) expected.lost.push(i)
          else if (edit === 'none' && from === to) return
          else if (edit === 'none' && from !== '_archive/x' && to === '_archive/x') expected.archived.push(i)
          else expected.changed.push(i)
        })
        for (const list of LISTS) expect(numbers(found[list])).toEqual(expected[list])
      }),
    )
  })

  test('a memory and itself differ in nothing', () => {
    fc.assert(
      fc.property(lives, (all) => {
        expect(between(sideOf(all, 'to'), sideOf(all, 'to'))).toEqual({})
      }),
    )
  })

  test('the other way round, what came is what went', () => {
    fc.assert(
      fc.property(lives, (all) => {
        const [before, after] = [stateOf(sideOf(all, 'from')), stateOf(sideOf(all, 'to'))]
        const [there, back] = [compareMemories(before, after), compareMemories(after, before)]
        expect(back.lost).toEqual(there.added)
        expect(back.added).toEqual(there.lost)
        expect(back.tags).toEqual({ new: there.tags.gone, gone: there.tags.new })
      }),
    )
  })
})

/** Few keys, bodies and words, so that many items could be several others. */
const anyItem = fc
  .record({
    key: fc.constantFrom('a', 'b', 'c'),
    digest: fc.constantFrom('1', '2'),
    sketch: fc.subarray([1, 2, 3, 4]),
    kind: fc.constantFrom('decision', 'lesson'),
    fields: fc.record({ supersedes: fc.constantFrom('a', 'b', null) }),
  })
  .map((part) => part as Partial<Item> & { key: string })

const anySide = fc.dictionary(fc.constantFrom('x', 'y', '_archive/x'), fc.array(anyItem, { maxLength: 6 }))

test('however much items resemble each other, none is reported twice, and none is left out', () => {
  let count = 0
  const built = (side: { [path: string]: (Partial<Item> & { key: string })[] }): Document[] =>
    Object.entries(side).map(([path, items]) =>
      doc(path, ...items.map((item) => itemOf({ ...item, title: `${count++}` }))),
    )
  fc.assert(
    fc.property(anySide, anySide, (from, to) => {
      const [before, after] = [built(from), built(to)]
      const found = compareMemories(stateOf(before), stateOf(after))
      const all = (side: Document[]): string[] => side.flatMap(({ items }) => items.map(({ title }) => title))
      const now = [...found.added, ...found.changed, ...found.superseded, ...found.archived]
      const then = found.lost.map(({ title }) => title)
      expect(new Set(now).size).toBe(now.length)
      expect(all(after)).toEqual(expect.arrayContaining(now.map(({ title }) => title)))
      expect(all(before)).toEqual(expect.arrayContaining(then))
      // Those that are not lost are in some place of after: as many as did not come anew.
      expect(all(before).length - found.lost.length).toBe(all(after).length - found.added.length)
      // Titles all differ, so every item that was there is reported as changed at least.
      expect(now.length).toBe(all(after).length)
    }),
  )
})
