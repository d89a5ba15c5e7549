import { expect, test } from 'vitest'
import { logPoints } from '../../../src/reporters/html-report/charts.ts'

const points = (items: number, months: Record<string, number>): string =>
  logPoints({
    path: 'log.md',
    part: '',
    items,
    most: 50,
    months: Object.entries(months).map(([name, count]) => ({ name, count })),
  })
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ')

test('add up, and leave no month out', () => {
  expect(points(6, { '2025-11': 1, '2026-02': 5 })).toBe('2025-11 1, 2025-12 1, 2026-01 1, 2026-02 6')
})

test('count what has no date from the start', () => {
  expect(points(9, { '2026-01': 2, '2026-02': 1 })).toBe('2026-01 8, 2026-02 9')
})

test('take what is no month for no date', () => {
  expect(points(5, { '2026-13': 2, '': 1, '2026-01': 2 })).toBe('2026-01 5')
  expect(points(5, {})).toBe('')
})

test('leave empty months out where there are too many', () => {
  expect(points(3, { '0001-01': 1, '9999-12': 2 })).toBe('0001-01 1, 9999-12 3')
})
