import { type Command, measure, type Run } from './measure.ts'

/** A line of the table: a program, and the state it is to be measured in. */
export type Row = Command & {
  readonly label: string
  /** Brings about that state before each run; not timed. */
  readonly before?: () => Promise<void> | void
  /** Undoes what `before` did. */
  readonly after?: () => void
}

/** All runs of a row that count. */
export type Result = {
  readonly label: string
  readonly times: readonly number[]
  readonly exit: string
  readonly peakMb: number | null
  readonly cpuMs: number | null
  readonly isTimedOut: boolean
}

export type RoundOptions = {
  readonly rounds: number
  /** How long one run may take, in milliseconds. */
  readonly limitMs: number
  readonly onRun?: (label: string, run: Run) => void
}

/** A first run that took so many milliseconds counts: warming up and taking its usage changed nothing. */
const SLOW_MS = 2000
/** A row that has used so many milliseconds is not run again. */
const ENOUGH_MS = 90_000

/**
 * Measures rows side by side: one first run each, for its memory and processor time and to warm the disk's cache; then in every round
 * each row once, so that a busy minute of the machine falls on all of them.
 */
export async function runRounds(rows: readonly Row[], options: RoundOptions): Promise<Result[]> {
  const kept = new Map<Row, Run[]>()
  const first = new Map<Row, Run>()
  for (const row of rows) {
    const run = await once(row, options, true)
    first.set(row, run)
    kept.set(row, run.ms >= SLOW_MS ? [run] : [])
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const row of rows) {
      const runs = kept.get(row) ?? []
      if (first.get(row)?.isTimedOut || isEnough(runs, options.rounds)) continue
      runs.push(await once(row, options, false))
    }
  }
  return rows.map((row) => resultOf(row, first.get(row), kept.get(row) ?? []))
}

async function once(row: Row, { limitMs, onRun }: RoundOptions, withUsage: boolean): Promise<Run> {
  await row.before?.()
  const run = await measure(row, limitMs, withUsage)
  row.after?.()
  onRun?.(row.label, run)
  return run
}

function isEnough(runs: readonly Run[], rounds: number): boolean {
  const used = runs.reduce((sum, { ms }) => sum + ms, 0)
  return runs.length >= rounds || used >= ENOUGH_MS
}

function resultOf({ label }: Row, first: Run | undefined, runs: readonly Run[]): Result {
  const finished = runs.filter(({ isTimedOut }) => !isTimedOut)
  return {
    label,
    times: finished.map(({ ms }) => ms),
    exit: runs.at(-1)?.exit ?? first?.exit ?? '',
    peakMb: first?.peakMb ?? null,
    cpuMs: first?.cpuMs ?? null,
    isTimedOut: finished.length === 0,
  }
}
