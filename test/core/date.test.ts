import { expect, test } from 'vitest'
import { addDays, isCalendarDate } from '../../src/core/date.ts'

test.each(['2026-02-28', '2024-02-29', '1999-12-31', '0001-01-01'])('%s is a day', (text) => {
  expect(isCalendarDate(text)).toBe(true)
})

test.each([
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-04-31',
  '2026-4-1',
  '26-04-01',
  '2026-04-01 ',
  '2026-04-01T00:00:00Z',
  '２０２６-04-01',
  '',
])('"%s" is no day', (text) => {
  expect(isCalendarDate(text)).toBe(false)
})

test('adds days across months, years and changes of the clock', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29')
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(addDays('2026-06-01', -1)).toBe('2026-05-31')
  expect(addDays('2026-06-01', 0)).toBe('2026-06-01')
})
