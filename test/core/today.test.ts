import { expect, test } from 'vitest'
import { today } from '../../src/core/date.ts'

test('today is the local calendar day', () => {
  expect(today(new Date(2026, 0, 5, 0, 0, 1))).toBe('2026-01-05')
  expect(today(new Date(2026, 11, 31, 23, 59, 59))).toBe('2026-12-31')
})
