import { expect, test } from 'vitest'
import { cpuOf, mean, median, ratios, timesOf } from '../../bench/statistics.ts'
import { resultOf } from './result-of.ts'

test('the median of an even count lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5)
  expect(median([])).toBeNaN()
})

test('means and times leave out what did not count', () => {
  const result = resultOf('one', [null, 10, 30])
  expect(timesOf(result)).toEqual([10, 30])
  expect(cpuOf(result)).toBe(10)
  expect(mean([])).toBeNaN()
})

test('processor time that one run did not give is not known', () => {
  const [run] = resultOf('one', [10]).rounds
  expect(
    cpuOf({ ...resultOf('one', [10]), rounds: [run ?? null, run ? { ...run, cpuMs: null } : null] }),
  ).toBeNaN()
})

test('ratios are taken round by round', () => {
  expect(ratios(resultOf('a', [null, 20, 60]), resultOf('b', [null, 10, 20]))).toEqual([2, 3])
})

test('a third row is taken off in the same round', () => {
  const [a, b, c] = [
    resultOf('a', [null, 20, 60]),
    resultOf('b', [null, 10, 20]),
    resultOf('c', [null, 10, 20]),
  ]
  expect(ratios(a, b, c)).toEqual([1, 2])
})

test('where the other row has no run in a round, its median serves', () => {
  expect(ratios(resultOf('a', [100, 50]), resultOf('b', [null, 10, 30]))).toEqual([5, 5])
})
