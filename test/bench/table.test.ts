import { expect, test } from 'vitest'
import type { Result } from '../../bench/rounds.ts'
import { median } from '../../bench/statistics.ts'
import { duration, table } from '../../bench/table.ts'

const START: Result = {
  label: 'start',
  times: [40, 30, 50],
  exit: '0',
  peakMb: 37.6,
  cpuMs: 30,
  isTimedOut: false,
}
const COLD: Result = { label: 'cold', times: [400], exit: '1', peakMb: null, cpuMs: null, isTimedOut: false }
const SLOW: Result = {
  label: 'slow',
  times: [],
  exit: 'SIGKILL',
  peakMb: null,
  cpuMs: null,
  isTimedOut: true,
}

test('the table gives medians, ranges and ratios', () => {
  const [, , ...rows] = table([START, COLD], { start: 'start', cold: 'cold', limitMs: 1000 }).split('\n')
  expect(rows).toEqual([
    '| start | 40 ms | 30 ms–50 ms | 1.00 | 0.10 | 30 ms | 38 | 3 | 0 |',
    '| cold | 400 ms | 400 ms–400 ms | 10 | 1.00 | ? | ? | 1 | 1 |',
  ])
})

test('a row that never finished shows the limit', () => {
  const rows = table([START, SLOW], { start: 'start', cold: 'cold', limitMs: 300_000 }).split('\n')
  expect(rows.at(-1)).toBe('| slow | > 300 s |  | > 7500 |  | ? | ? | 0 | SIGKILL |')
})

test('durations keep three figures', () => {
  expect([4.12, 87.4, 1280, 35_640, 300_000].map(duration)).toEqual([
    '4.1 ms',
    '87 ms',
    '1.28 s',
    '35.6 s',
    '300 s',
  ])
})

test('the median of an even count lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})
