import { expect, test } from 'vitest'
import { againstTable, duration, figures, markdownTable, table } from '../../bench/table.ts'
import { resultOf } from './result-of.ts'

const START = resultOf('start', [null, 40, 30, 50], { peakMb: 37.6 })
const COLD = resultOf('cold', [null, 400], { exit: '1' })
const SLOW = resultOf('slow', [null], { exit: 'SIGKILL' })

test('the table gives medians, ranges, ratios, processor time and memory', () => {
  const [, , ...rows] = table([START, COLD], { start: 'start', cold: 'cold', limitMs: 1000 }).split('\n')
  expect(rows).toEqual([
    '| start | 40 ms | 30 ms–50 ms | 1.00 | 0.10 | 20 ms | 1.00 | 38 | 3 | 0 |',
    '| cold | 400 ms | 400 ms–400 ms | 10 | 1.00 | 200 ms | 10 | ? | 1 | 1 |',
  ])
})

test('without a cold check there is no column for it', () => {
  const [header, , row] = table([START], { start: 'start', limitMs: 1000 }).split('\n')
  expect(header).not.toContain('cold')
  expect(row).toBe('| start | 40 ms | 30 ms–50 ms | 1.00 | 20 ms | 1.00 | 38 | 3 | 0 |')
})

test('a row that never finished shows the limit', () => {
  const rows = table([START, SLOW], { start: 'start', cold: 'cold', limitMs: 300_000 }).split('\n')
  expect(rows.at(-1)).toBe('| slow | > 300 s |  | > 7500 |  | ? | ? | ? | 0 | SIGKILL |')
})

test('rows of two builds are compared round by round', () => {
  const [ours, theirs] = [resultOf('warm', [10, 90, 60]), resultOf('warm', [20, 60, 30])]
  const [, , ...rows] = againstTable([START, ours], [{ ...theirs, peakMb: 40 }]).split('\n')
  expect(rows).toEqual(['| warm | 60 ms | 30 ms | 1.50 | 0.50–2.00 | 27 ms | 18 ms | 1.45 | ? | 40 |'])
})

test('a row that one build never finished has no ratio', () => {
  expect(againstTable([SLOW], [resultOf('slow', [1])]).split('\n')).toHaveLength(2)
})

test('durations keep three figures', () => {
  expect([4.12, 87.4, 1280, 35_640, 300_000, -12].map(duration)).toEqual([
    '4.1 ms',
    '87 ms',
    '1.28 s',
    '35.6 s',
    '300 s',
    '-12 ms',
  ])
})

test('ratios keep three figures', () => {
  expect([0.012, 0.5, 1.234, 12.6, 1234].map(figures)).toEqual(['0.01', '0.50', '1.23', '13', '1234'])
})

test('the first column is text, the others are numbers', () => {
  expect(markdownTable(['a', 'b'], [['c', '1']])).toBe('| a | b |\n| --- | ---: |\n| c | 1 |')
})
