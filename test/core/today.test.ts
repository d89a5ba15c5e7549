import { describe, expect, test } from 'vitest'
import { momentOf, today } from '../../src/core/date.ts'

test('today is the local calendar day', () => {
  expect(today(new Date(2026, 0, 5, 0, 0, 1))).toBe('2026-01-05')
  expect(today(new Date(2026, 11, 31, 23, 59, 59))).toBe('2026-12-31')
})

describe('the moment of a call', () => {
  const clock = new Date('2026-02-08T09:30:00.250Z')

  test.each([
    ['2026-01-31', { today: '2026-01-31', now: '2026-01-31T00:00:00.000Z' }],
    ['2026-01-31T23:30:00.5Z', { today: '2026-01-31', now: '2026-01-31T23:30:00.500Z' }],
    ['2026-01-31T23:30:00-02:00', { today: '2026-02-01', now: '2026-02-01T01:30:00.000Z' }],
  ])('that is given as %s', (given, moment) => {
    expect(momentOf(given, clock)).toEqual(moment)
  })

  test('is the clock’s where none is given', () => {
    expect(momentOf(undefined, clock)).toEqual({ today: today(clock), now: '2026-02-08T09:30:00.250Z' })
  })
})
