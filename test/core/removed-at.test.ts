import { expect, test } from 'vitest'
import { removedAt } from '../../src/core/changes/item-changes.ts'
import { documentOf, itemOf, line, memoryOf } from './literal-parts.ts'

const before = { item: itemOf({ key: 'a', place: line(7) }), document: documentOf({ path: 'x.md' }) }
const start = (number: number) => ({ line: number, column: 1, endLine: number, endColumn: 1 })

const [a, b, c] = (['a', 'b', 'c'] as const).map((key, i) =>
  itemOf({ key, title: key.repeat(70), place: line(7 + i * 4) }),
)
const kept = (...items: readonly (typeof a)[]) =>
  documentOf({ path: 'x.md', lines: 30, items: items.flatMap((one) => one ?? []) })
const long = (letter: string): string => `"${letter.repeat(59)}…"`

test.each([
  [
    'between two others',
    kept(a, c && { ...c, place: line(20) }),
    19,
    `: it was between ${long('a')} and ${long('c')}`,
  ],
  [
    'above what is new behind the one above',
    kept(a, itemOf({ key: 'd', place: line(12) }), c),
    11,
    `: it was between ${long('a')} and ${long('c')}`,
  ],
  [
    'of lines without space at the one above',
    kept(a, c && { ...c, place: line(8) }),
    7,
    `: it was between ${long('a')} and ${long('c')}`,
  ],
  ['above the first one', kept(c), 14, `: it was above ${long('c')}`],
  ['at the end', kept(a), 30, `: it was behind ${long('a')}`],
])('gives the place %s', (_, now, expected, between) => {
  const document = kept(a, b, c)
  const [, item = itemOf({ key: 'b' })] = document.items
  const removed = removedAt({ item, document }, memoryOf([now]))
  expect(removed).toEqual({ path: 'x.md', place: start(expected), between })
})

test.each([
  ['the old line in a file that still has it', [documentOf({ path: 'x.md', lines: 7 })], 7],
  ['the last line of a file that became shorter', [documentOf({ path: 'x.md', lines: 4 })], 4],
  ['the first line of a file that became empty', [documentOf({ path: 'x.md', lines: 0 })], 1],
  ['the old line of a file that is gone', [documentOf({ path: 'y.md', lines: 1 })], 7],
])('gives %s', (_, documents, expected) => {
  expect(removedAt(before, memoryOf(documents))).toEqual({
    path: 'x.md',
    place: start(expected),
    between: '',
  })
})
