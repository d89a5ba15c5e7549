import { expect, test } from 'vitest'
import { archiveReasonFault } from '../../src/core/changes/item-changes.ts'

test.each(['done', 'it is done - see the plan', 'größer > 1', 'a-b'])('%j can be in a comment', (reason) => {
  expect(archiveReasonFault(reason)).toBe(null)
})

test.each([
  ['', /empty/],
  ['  ', /empty/],
  ['a\nb', /line break/],
  ['a\u202eb', /cannot be seen/],
  ['done -->', /ends a comment/],
  ['done --!>', /ends a comment/],
  ['a -- b', /ends a comment/],
  ['done -', /ends a comment/],
])('%j cannot', (reason, why) => {
  expect(archiveReasonFault(reason)).toMatch(why)
})
