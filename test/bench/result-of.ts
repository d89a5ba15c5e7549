import type { Result } from '../../bench/rounds.ts'

/** A row that took so many milliseconds in each round; its processor time is half of that. */
export function resultOf(id: string, times: readonly (number | null)[], more: Partial<Result> = {}): Result {
  const rounds = times.map((ms) =>
    ms === null ? null : { ms, cpuMs: ms / 2, exit: '0', peakMb: null, isTimedOut: false },
  )
  return { id, label: id, rounds, exit: '0', peakMb: null, isTimedOut: rounds.every((run) => !run), ...more }
}
