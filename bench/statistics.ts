import type { Result } from './rounds.ts'

/** The median of numbers; NaN for none. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/** The mean of numbers; NaN for none. */
export function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
}

/** Wall times of the runs that count, in milliseconds. */
export function timesOf({ rounds }: Result): number[] {
  return rounds.flatMap((run) => run?.ms ?? [])
}

/** Mean processor time of the runs that count, in milliseconds; NaN where it is not known. */
export function cpuOf({ rounds }: Result): number {
  return mean(rounds.flatMap((run) => (run ? (run.cpuMs ?? Number.NaN) : [])))
}

/**
 * Wall times as multiples of another row's, round by round, for what runs at about the same time has about the same
 * machine; `minus` is a third row whose time is not counted. Where another row has no run in a round, its median serves.
 */
export function ratios(result: Result, over: Result, minus?: Result): number[] {
  const at = (other: Result, round: number): number => other.rounds[round]?.ms ?? median(timesOf(other))
  return result.rounds.flatMap((run, round) =>
    run ? (run.ms - (minus ? at(minus, round) : 0)) / at(over, round) : [],
  )
}
