import { expect, test } from 'vitest'
import { dateIn } from '../../../migrations/reading/plain-text.ts'

test.each([
  ['2026-01-05', '2026-01-05'],
  ['2026-01-05T10:00:00Z', '2026-01-05'],
  ['on 2026/1/5, at noon', '2026-01-05'],
  ['January 5, 2026', '2026-01-05'],
  ['Sept 5th 2026', '2026-09-05'],
  ['5 Jan. 2026', '2026-01-05'],
  ['5. March 2026', '2026-03-05'],
  ['may be 5 of 2026', null],
  ['2026-13-01', null],
  ['2026-02-30', null],
  ['03/04/2026', null],
  ['12026-01-05', null],
  ['January 2026', null],
  ['', null],
])('%j names %s', (text, date) => {
  expect(dateIn(text)).toBe(date)
})
