import type { Run } from './measure.ts'
import type { Row } from './row.ts'

/** All runs of a row. */
export type Result = {
  readonly id: string
  readonly label: string
  /** True of what is not ours. */
  readonly isPeer?: true
  /** The exit code of its success; 0 when absent. */
  readonly success?: '1'
  /** By round, the first run before them at 0; null where it did not run, or does not count. */
  readonly rounds: readonly (Run | null)[]
  readonly exit: string
  readonly peakMb: number | null
  readonly isTimedOut: boolean
}

export type RoundOptions = {
  readonly rounds: number
  /** How long one run may take, in milliseconds. */
  readonly limitMs: number
  /** Whether rows are pairs: every second round goes backwards, so that neither of a pair always follows the other. */
  readonly isPaired?: boolean
  readonly onRun?: (label: string, run: Run) => void
}

/** A first run that took so many milliseconds counts: warming up and looking at its memory changed nothing. */
const SLOW_MS = 2000
/** A row that has used so many milliseconds is not run again. */
const ENOUGH_MS = 90_000

/**
 * Measures rows side by side: one first run each, for its memory and to warm the disk's cache; then in every round
 * each row once, so that a busy minute of the machine falls on all of them.
 */
export async function runRounds(rows: readonly Row[], options: RoundOptions): Promise<Result[]> {
  const first = new Map<Row, Run>()
  const kept = new Map<Row, (Run | null)[]>()
  for (const row of rows) {
    const run = await once(row, options, true)
    first.set(row, run)
    kept.set(row, [run.ms >= SLOW_MS && !run.isTimedOut ? run : null])
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const row of options.isPaired && round % 2 === 0 ? rows.toReversed() : rows) {
      const runs = kept.get(row) ?? []
      const isOver = first.get(row)?.isTimedOut || isEnough(runs, options.rounds)
      const run = isOver ? null : await once(row, options, false)
      runs.push(run?.isTimedOut ? null : run)
    }
  }
  return rows.map((row) => resultOf(row, first.get(row), kept.get(row) ?? []))
}

async function once(row: Row, { limitMs, onRun }: RoundOptions, withPeak: boolean): Promise<Run> {
  await row.before?.()
  const run = await row.run(limitMs, withPeak)
  await row.after?.()
  onRun?.(row.label, run)
  return run
}

function isEnough(runs: readonly (Run | null)[], rounds: number): boolean {
  const counted = runs.flatMap((run) => run ?? [])
  const used = counted.reduce((sum, { ms }) => sum + ms, 0)
  return counted.length >= rounds || used >= ENOUGH_MS
}

function resultOf(
  { id, label, isPeer, success }: Row,
  first: Run | undefined,
  rounds: readonly (Run | null)[],
): Result {
  const last = rounds.flatMap((run) => run ?? []).at(-1)
  return {
    id,
    label,
    ...(isPeer && { isPeer }),
    ...(success && { success }),
    rounds,
    exit: last?.exit ?? first?.exit ?? '',
    peakMb: first?.peakMb ?? null,
    isTimedOut: !last,
  }
}
