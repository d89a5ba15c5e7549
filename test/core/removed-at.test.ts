import { expect, test } from 'vitest'
import { removedAt } from '../../src/core/changes/item-changes.ts'
import { documentOf, itemOf, line, memoryOf } from './literal-parts.ts'

const before = { item: itemOf({ key: 'a', place: line(7) }), document: documentOf({ path: 'x.md' }) }
const start = (number: number) => ({ line: number, column: 1, endLine: number, endColumn: 1 })

test.each([
  ['the old line in a file that still has it', [documentOf({ path: 'x.md', lines: 7 })], 7],
  ['the last line of a file that became shorter', [documentOf({ path: 'x.md', lines: 4 })], 4],
  ['the first line of a file that became empty', [documentOf({ path: 'x.md', lines: 0 })], 1],
  ['the old line of a file that is gone', [documentOf({ path: 'y.md', lines: 1 })], 7],
])('gives %s', (_, documents, expected) => {
  expect(removedAt(before, memoryOf(documents))).toEqual({ path: 'x.md', place: start(expected) })
})
