import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readInstant } from '../../../src/layouts/cowork/rows.ts'

test.each([
  ['2026-02-08T10:00:00Z', { time: Date.UTC(2026, 1, 8, 10), day: '2026-02-08' }],
  ['2026-02-08T00:30:00+01:00', { time: Date.UTC(2026, 1, 7, 23, 30), day: '2026-02-07' }],
  ['2026-02-08T23:30:00.5-01:00', { time: Date.UTC(2026, 1, 9, 0, 30) + 500, day: '2026-02-09' }],
  ['2026-02-29T10:00:00Z', null],
  ['2026-02-08T24:00:00Z', null],
  ['2026-02-08T10:00:60Z', null],
  ['2026-02-08T10:00Z', null],
  ['2026-02-08T10:00:00+24:00', null],
  ['2026-02-08 10:00:00Z', null],
  ['', null],
])('%j is %j', (text, expected) => {
  expect(readInstant(text)).toEqual(expected)
})

test('every moment that JavaScript writes is read back', () => {
  const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, (date) => {
      expect(readInstant(date.toISOString())?.time).toBeCloseTo(date.getTime(), 2)
    }),
  )
})
