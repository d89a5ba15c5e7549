import { expect, test } from 'vitest'
import { daysBetween } from '../../src/core/date.ts'

test.each([
  ['2026-06-01', '2026-06-01', 0],
  ['2026-02-08', '2026-06-01', 113],
  ['2024-02-28', '2024-03-01', 2],
  ['2026-06-01', '2026-05-31', -1],
  // Where clocks are changed, a day has 23 hours: not here.
  ['2026-03-28', '2026-03-30', 2],
])('from %s to %s it is %i days', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})
