import { expect, test } from 'vitest'
import { changedFields, knownChanges } from '../../src/core/changes/item-changes.ts'
import { itemOf } from './literal-parts.ts'

const before = itemOf({ key: 'a', title: 'A', digest: '1', fields: { date: '2026-01-05', tags: ['x'] } })

test.each([
  ['nothing', {}, []],
  ['a field that went', { fields: { date: '2026-01-05' } }, ['tags']],
  ['a field that came', { fields: { ...before.fields, status: 'open' } }, ['status']],
  ['a field that is another', { fields: { ...before.fields, tags: ['x', 'y'] } }, ['tags']],
  ['what is not a field', { id: 'i', title: 'B', digest: '2' }, ['body', 'id', 'title']],
])('between two versions of an item: %s', (_, part, expected) => {
  expect(changedFields(before, { ...before, ...part })).toEqual(expected)
})

test('nothing is known to have changed where one version holds bytes that are not text', () => {
  const other = { ...before, title: 'A\uFFFD', digest: '2' }
  expect(knownChanges(before, other)).toEqual(['body', 'title'])
  expect(knownChanges(before, { ...other, damaged: true })).toEqual([])
  expect(knownChanges({ ...other, damaged: true }, before)).toEqual([])
})
