import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Merge, mergeChanges } from '../../src/core/changes/merge-changes.ts'
import { holdsBody } from '../../src/core/changes/merged-items.ts'
import type { Document, Item, MergeSides } from '../../src/core/document.ts'
import { documentOf, itemOf, memoryOf } from './literal-parts.ts'

const doc = (path: string, ...items: Item[]): Document => documentOf({ path, items })

/** The body's words are its sketch; its digest separates bodies. */
const item = (key: string, words: readonly number[] = [], part: Partial<Item> = {}): Item =>
  itemOf({ key, digest: `${key} ${words.join(' ')}`, sketch: words, ...part })

type Sides = {
  readonly parents: readonly (readonly Document[])[]
  readonly after: readonly Document[]
  /** The ancestor of all parents, or one for each pair that is named. */
  readonly base?: readonly Document[]
  readonly bases?: readonly { between: readonly [number, number]; documents: readonly Document[] }[]
}

function merge({ parents, after, base, bases }: Sides): Merge {
  const [before, ...others] = parents.map((documents) => memoryOf(documents))
  if (!before) throw new Error('a merge has parents')
  const pairs = parents.flatMap((_, b) => [...parents.keys()].slice(0, b).map((a) => [a, b] as const))
  const all = bases ?? (base ? pairs.map((between) => ({ between, documents: base })) : [])
  const sides: MergeSides = {
    others,
    bases: all.map(({ between, documents }) => ({ between, memory: memoryOf(documents) })),
  }
  return { before, after: memoryOf(after), merge: sides }
}

const losses = (sides: Sides): string[] =>
  mergeChanges(merge(sides)).lost.map(
    ({ at, parent, into }) => `${at.item.key} of ${parent}${into ? ` in ${into.item.key}` : ''}`,
  )

const a = item('a', [1, 2, 3, 4])
const b = item('b', [11, 12, 13, 14])
const c = item('c', [21, 22, 23, 24])

describe('what a merge loses', () => {
  test('nothing where it holds what both sides have', () => {
    const parents = [[doc('x', a, b)], [doc('x', a, c)]]
    expect(losses({ parents, after: [doc('x', a, b, c)], base: [doc('x', a)] })).toEqual([])
  })

  test('what one side alone has, of either side', () => {
    const parents = [[doc('x', a, b)], [doc('x', a, c)]]
    expect(losses({ parents, after: [doc('x', a, b)], base: [doc('x', a)] })).toEqual(['c of 1'])
    expect(losses({ parents, after: [doc('x', a, c)], base: [doc('x', a)] })).toEqual(['b of 0'])
  })

  test('what both sides have, once', () => {
    const both = [doc('x', a, b)]
    expect(losses({ parents: [both, both], after: [doc('x', a)], base: both })).toEqual(['b of 0'])
    expect(losses({ parents: [both, both], after: [doc('x', a)] })).toEqual(['b of 0'])
  })

  test('nothing that one side dropped, whatever the other did with it', () => {
    const edited = item('b', [11, 12, 13, 19])
    for (const other of [b, edited]) {
      const parents = [[doc('x', a)], [doc('x', a, other)]]
      expect(losses({ parents, after: [doc('x', a)], base: [doc('x', a, b)] })).toEqual([])
      expect(losses({ parents, after: [doc('x', a, other)], base: [doc('x', a, b)] })).toEqual([])
    }
  })

  test('nothing that moved to another file, and nothing with a file that cannot be read', () => {
    const both = [doc('x', a, b)]
    const moved = [doc('_archive/x', b), doc('x', a)]
    expect(losses({ parents: [both, both], after: moved, base: both })).toEqual([])
    const unread = [documentOf({ path: 'x', complete: false })]
    expect(losses({ parents: [both, both], after: unread, base: both })).toEqual([])
  })

  test('an item is not dropped by a side whose file cannot be read', () => {
    const unread = documentOf({ path: 'x', complete: false })
    const parents = [[doc('x', a)], [unread]]
    expect(losses({ parents, after: [], base: [doc('x', a)] })).toEqual(['a of 0'])
  })

  test('a side may have given an item another name, and another body', () => {
    const renamed = item('b 2', [11, 12, 13, 19])
    const rewritten = item('b 2', [18, 19, 31, 32])
    const base = [doc('x', a, b)]
    expect(
      losses({ parents: [[doc('x', a, b)], [doc('x', a, renamed)]], after: [doc('x', a, renamed)], base }),
    ).toEqual([])
    const edited = item('b', [11, 12, 33, 34])
    const parents = [[doc('x', a, edited)], [doc('x', a, renamed)]]
    expect(losses({ parents, after: [doc('x', a, rewritten)], base })).toEqual([])
  })

  test('an item of like words that another side brings is not what became of it', () => {
    const like = item('d', [11, 12, 13, 19])
    const parents = [[doc('x', a, b)], [doc('x', a, like)]]
    expect(losses({ parents, after: [doc('x', a, like)], base: [doc('x', a)] })).toEqual(['b of 0'])
  })

  describe('of two items that both sides added under one name', () => {
    const mine = item('n', [31, 32, 33, 34], { digest: 'mine' })
    const yours = item('n', [41, 42, 43, 44], { digest: 'yours' })
    const parents = [[doc('x', a, mine)], [doc('x', a, yours)]]
    const base = [doc('x', a)]

    test('the one that was not taken, of either side', () => {
      expect(losses({ parents, after: [doc('x', a, mine)], base })).toEqual(['n of 1'])
      expect(losses({ parents, after: [doc('x', a, yours)], base })).toEqual(['n of 0'])
      expect(losses({ parents, after: [doc('x', a, mine)] })).toEqual(['n of 1'])
    })

    test('nothing where it has another name, or is a part of the other', () => {
      const renamed = item('m', [41, 42, 43, 44], { digest: 'yours' })
      expect(losses({ parents, after: [doc('x', a, mine, renamed)], base })).toEqual([])
      const both = item('n', [31, 32, 33, 34, 41, 42, 43, 44])
      expect(losses({ parents, after: [doc('x', a, both)], base })).toEqual([])
    })

    test('nothing where one is an edit of the other, or both are of one that the base had', () => {
      const edited = item('n', [31, 32, 33, 99])
      const like = [[doc('x', a, mine)], [doc('x', a, edited)]]
      expect(losses({ parents: like, after: [doc('x', a, mine)], base })).toEqual([])
      const old = item('n', [51, 52, 53, 54])
      expect(losses({ parents, after: [doc('x', a, mine)], base: [doc('x', a, old)] })).toEqual([])
    })

    test('nothing where the other is a longer version of a few words', () => {
      const [short, long] = [item('n', [61, 62]), item('n', [61, 62, 63, 64])]
      const some = [[doc('x', a, short)], [doc('x', a, long)]]
      expect(losses({ parents: some, after: [doc('x', a, short)], base })).toEqual([])
    })

    test('nothing where both brought back what a tombstone had replaced', () => {
      const tombstone = itemOf({ kind: `${mine.kind} tombstone`, key: 'n', digest: 'reason', sketch: [] })
      const removed = [documentOf({ path: 'x', items: [a], tombstones: [tombstone] })]
      expect(losses({ parents, after: [doc('x', a, mine)], base: removed })).toEqual([])
    })

    test('nothing of a few words, which are two wordings of one thing', () => {
      const short = item('n', [61, 62], { digest: 'short' })
      const some = [[doc('x', a, mine)], [doc('x', a, short)]]
      expect(losses({ parents: some, after: [doc('x', a, mine)], base })).toEqual([])
    })
  })

  test('in an octopus, what any side dropped that had it', () => {
    const base = [doc('x', a)]
    const parents = [[doc('x', a)], [doc('x', a, b)], [doc('x', a, c)]]
    expect(losses({ parents, after: [doc('x', a, b, c)], base })).toEqual([])
    expect(losses({ parents, after: [doc('x', a, b)], base })).toEqual(['c of 2'])
    const bases = [
      { between: [0, 1] as const, documents: base },
      { between: [0, 2] as const, documents: base },
      { between: [1, 2] as const, documents: [doc('x', a, c)] },
    ]
    expect(losses({ parents, after: [doc('x', a, b)], bases })).toEqual([])
  })

  test('after a criss-cross, what a side dropped since either ancestor is dropped', () => {
    const parents = [[doc('x', a, b)], [doc('x', a)]]
    const bases = [
      { between: [0, 1] as const, documents: [doc('x', a)] },
      { between: [0, 1] as const, documents: [doc('x', a, b)] },
    ]
    expect(losses({ parents, after: [doc('x', a)], bases })).toEqual([])
    expect(losses({ parents, after: [doc('x', a)], bases: bases.slice(0, 1) })).toEqual(['b of 0'])
  })
})

describe('what a merge fuses', () => {
  const parents = [[doc('x', a, b)], [doc('x', a, c)]]
  const base = [doc('x', a)]
  const both = item('c', [11, 12, 13, 14, 21, 22, 23, 24])

  test('words that are in another item, with their heading lost', () => {
    expect(losses({ parents, after: [doc('x', a, both)], base })).toEqual(['b of 0 in c'])
  })

  test('words that are in another item, with their heading left empty', () => {
    expect(losses({ parents, after: [doc('x', a, item('b'), both)], base })).toEqual(['b of 0 in c'])
  })

  test('an item that a side had joined before is its own', () => {
    const joined = [[doc('x', a, b)], [doc('x', a, both)]]
    expect(losses({ parents: joined, after: [doc('x', a, both)], base })).toEqual(['b of 0'])
  })

  test('a body that the merge rewrites is an edit', () => {
    const after = [doc('x', a, item('b', [41, 42, 43, 44]), c)]
    expect(losses({ parents, after, base })).toEqual([])
  })
})

describe('what a merge doubles', () => {
  const doubled = (sides: Sides): string[] =>
    mergeChanges(merge(sides)).doubled.map(({ item: one, document }) => `${one.key} in ${document.path}`)

  test('a copy more than any side has', () => {
    const parents = [[doc('x', a, b)], [doc('x', a, b)]]
    expect(doubled({ parents, after: [doc('x', a, b, b)], base: [doc('x', a)] })).toEqual(['b in x'])
    expect(doubled({ parents, after: [doc('x', a, b)], base: [doc('x', a)] })).toEqual([])
  })

  test('not what a side had twice, nor what is new in the merge', () => {
    const parents = [[doc('x', a, b, b)], [doc('x', a, b)]]
    expect(doubled({ parents, after: [doc('x', a, b, b)], base: [doc('x', a)] })).toEqual([])
    expect(doubled({ parents, after: [doc('x', a, b, b, c, c)], base: [doc('x', a)] })).toEqual([])
  })

  test('not what each side put into a file of its own, but what one side had moved away', () => {
    const own = [
      [doc('x', a), doc('y', b)],
      [doc('x', a), doc('z', b)],
    ]
    const after = [doc('x', a), doc('y', b), doc('z', b)]
    expect(doubled({ parents: own, after, base: [doc('x', a)] })).toEqual([])
    const moved = [[doc('_archive', b), doc('x', a)], [doc('x', a, b)]]
    const kept = [doc('_archive', b), doc('x', a, b)]
    expect(doubled({ parents: moved, after: kept, base: [doc('x', a, b)] })).toEqual(['b in x'])
  })

  test('a copy of what is in a file that is the same on all sides', () => {
    const same = documentOf({ path: 'y', items: [b], id: '1' })
    const sides = [doc('x', a), same]
    expect(doubled({ parents: [sides, sides], after: [doc('x', a, b), same], base: sides })).toEqual([
      'b in x',
    ])
  })
})

test('a merge in the sense of git keeps, drops and doubles as three-way merging of sets does', () => {
  const items = ['a', 'b', 'c', 'd'].map((key, i) => item(key, [i * 10, i * 10 + 1, i * 10 + 2]))
  const some = fc.subarray(items)
  fc.assert(
    fc.property(some, some, some, (base, ours, theirs) => {
      const result = items.filter((one) => {
        const [was, here, there] = [base.includes(one), ours.includes(one), theirs.includes(one)]
        return here === there ? here : here !== was ? here : there
      })
      const sides = { parents: [[doc('x', ...ours)], [doc('x', ...theirs)]], base: [doc('x', ...base)] }
      expect(mergeChanges(merge({ ...sides, after: [doc('x', ...result)] })).lost).toEqual([])
      for (const one of result) {
        const without = result.filter((other) => other !== one)
        expect(losses({ ...sides, after: [doc('x', ...without)] })).toEqual([
          `${one.key} of ${ours.includes(one) ? 0 : 1}`,
        ])
        const twice = mergeChanges(merge({ ...sides, after: [doc('x', ...result, one)] })).doubled
        expect(twice.map((at) => at.item.key)).toEqual([one.key])
      }
    }),
  )
})

describe('holdsBody', () => {
  test.each([
    ['all of it', [1, 2, 3], [1, 2, 3], true],
    ['all that both sketches reach', [1, 2, 3, 4, 5, 6, 6.5], [1, 2, 3, 7, 8, 9, 10], true],
    ['half of it', [1, 2, 3, 10, 11, 12], [1, 2, 3, 7, 8, 9], true],
    ['less than half of what it reaches', [1, 2, 3, 10, 11, 12, 13], [1, 2, 3, 6, 7, 8, 9], false],
    ['less than half of a longer one that it reaches whole', [1, 2, 3], [1, 2, 3, 4, 5, 6, 7], false],
    ['too little to be more than chance', [1, 2, 9, 10], [1, 2, 7, 8], false],
    ['a short one whole', [1, 2, 9], [1, 2], true],
    ['nothing', [1, 2, 3], [4, 5, 6], false],
    ['what has no words', [1, 2, 3], [], false],
  ])('a body holds %s', (_, whole, part, expected) => {
    expect(holdsBody(item('a', whole), item('b', part))).toBe(expected)
  })
})
