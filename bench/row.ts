import { type Command, measure, type Run } from './measure.ts'

/** A line of a table: what is measured, and the state it is to be measured in. */
export type Row = {
  /** The id that targets name; the label may name a version, the id never does. */
  readonly id: string
  readonly label: string
  /** True of what is not ours. */
  readonly isPeer?: true
  /** The exit code of its success; 0 when absent. */
  readonly success?: '1'
  /** Does it once. With `withPeak` its peak memory is wanted too. */
  readonly run: (limitMs: number, withPeak: boolean) => Promise<Run>
  /** Brings about the state before each run; not timed. */
  readonly before?: () => Promise<void> | void
  /** Undoes what `before` and the run did. */
  readonly after?: () => Promise<void> | void
}

/** The row of a program that starts, does one thing and ends. */
export function programRow(
  id: string,
  label: string,
  command: Command,
  around: Pick<Row, 'before' | 'after' | 'isPeer' | 'success'> = {},
): Row {
  return { id, label, run: (limitMs, withPeak) => measure(command, limitMs, withPeak), ...around }
}
