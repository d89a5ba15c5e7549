import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayOf, timestampOf } from '../../src/core/date.ts'
import { anyCharacter } from '../helpers/any-character.ts'

const INSTANT = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
})

describe('timestamps', () => {
  test('are the instants that the language’s own reader sees', () => {
    fc.assert(
      fc.property(INSTANT, (date) => {
        expect(timestampOf(date.toISOString())).toBe(date.getTime())
        expect(dayOf(date.getTime())).toBe(date.toISOString().slice(0, 10))
      }),
    )
  })

  test('are the same instant in every zone', () => {
    const zone = fc.tuple(fc.constantFrom('+', '-'), fc.nat(23), fc.nat(59))
    fc.assert(
      fc.property(INSTANT, zone, (date, [sign, hours, minutes]) => {
        const two = (number: number): string => String(number).padStart(2, '0')
        const local = date.toISOString().replace('Z', `${sign}${two(hours)}:${two(minutes)}`)
        const shift = (hours * 60 + minutes) * 60_000 * (sign === '+' ? -1 : 1)
        expect(timestampOf(local)).toBe(date.getTime() + shift)
        expect(timestampOf(local.replace(/:(\d\d)$/, '$1'))).toBe(date.getTime() + shift)
      }),
    )
  })

  test.each([
    ['2026-03-01T09:30Z', '2026-03-01T09:30:00.000Z'],
    ['2026-03-01T09:30:00.123456789+00:00', '2026-03-01T09:30:00.123Z'],
    ['2026-03-01T09:30:00,5Z', '2026-03-01T09:30:00.500Z'],
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
    ['2024-02-29T00:00:00-00:00', '2024-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(timestampOf(text) ?? Number.NaN).toISOString()).toBe(expected)
  })

  test.each([
    '',
    'yesterday',
    '2026-03-01',
    '2026-03-01T09:30:00',
    '2026-03-01 09:30:00Z',
    '2026-03-01t09:30:00z',
    '2026-02-30T09:30:00Z',
    '2026-03-01T24:00:00Z',
    '2026-03-01T09:60:00Z',
    '2026-03-01T09:30:00+24:00',
    '2026-03-01T09:30:00Z\n',
    ' 2026-03-01T09:30:00Z',
    '+002026-03-01T09:30:00Z',
    '1771580000',
  ])('%j is none', (text) => {
    expect(timestampOf(text)).toBeNull()
  })

  test('no text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(timestampOf(text)).toBeNull()
      }),
    )
  })
})
