import { describe, expect, test } from 'vitest'
import type { ItemAt } from '../../src/core/changes/item-changes.ts'
import { displacedItems } from '../../src/core/changes/merged-items.ts'
import type { Item } from '../../src/core/document.ts'
import { documentOf, itemOf } from './literal-parts.ts'

/** The items of a merged file that are out of place; each text is an order of keys, first the result, then the parents'. */
function displaced(result: string, ...parents: readonly string[]): string[] {
  const items = [...result].map((key) => itemOf({ key }))
  const versions = new Map<Item, ItemAt[]>()
  for (const keys of parents) {
    const document = documentOf({ path: 'x', id: keys, items: [...keys].map((key) => itemOf({ key })) })
    for (const item of items) {
      const own = document.items.find(({ key }) => key === item.key)
      if (own) versions.set(item, [...(versions.get(item) ?? []), { item: own, document }])
    }
  }
  const document = documentOf({ path: 'x', id: `merge ${result}`, items })
  return displacedItems(document, versions).map(({ item, isNew }) => `${item.key}${isNew ? ' new' : ''}`)
}

describe('the order of a merged file', () => {
  test.each([
    ['abcd', 'abc', 'abd'],
    ['abdc', 'abc', 'abd'],
    ['abcde', 'abce', 'abd'],
    ['acb', 'ab', 'acb'],
    ['bca', 'abc', 'bca'],
    ['ab', 'cab', 'ab'],
  ])('%s of %s and %s is explained', (result, ...parents) => {
    expect(displaced(result, ...parents)).toEqual([])
  })

  test.each([
    ['ba', ['ab', 'ab'], ['a']],
    ['cab', ['ab', 'abc'], ['c new']],
    ['azb', ['ab', 'ab'], ['z new']],
    ['adb', ['ab', 'abd'], ['d new']],
    ['acb', ['abc', 'abc', 'bc'], ['b']],
  ] as const)('%s of %j is not', (result, parents, expected) => {
    expect(displaced(result, ...parents)).toEqual(expected)
  })

  test('a file that is as one parent has it was judged before', () => {
    const items = [itemOf({ key: 'b' }), itemOf({ key: 'a' })]
    const document = documentOf({ path: 'x', id: '1', items })
    const versions = new Map(items.map((item) => [item, [{ item, document }]] as const))
    expect(displacedItems(document, versions)).toEqual([])
  })

  test('what came back from another file may be anywhere', () => {
    const [back, stayed] = [itemOf({ key: 'a' }), itemOf({ key: 'b' })]
    const archive = documentOf({ path: '_archive/x', items: [back] })
    const log = documentOf({ path: 'x', items: [stayed] })
    const versions = new Map([
      [back, [{ item: back, document: archive }]],
      [stayed, [{ item: stayed, document: log }]],
    ])
    expect(displacedItems(documentOf({ path: 'x', items: [back, stayed] }), versions)).toEqual([])
  })
})
