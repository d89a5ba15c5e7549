import { describe, test } from 'vitest'
import { LONG } from './runs.ts'

type Run = () => unknown

/** A test of the long run: a variant of one next to it that every run has. Other runs do not list it. */
export function variant(name: string, run: Run, timeout?: number): void {
  if (LONG) test(name, run, timeout)
}

/** The same for a group of tests. */
export function variants(name: string, group: () => void): void {
  if (LONG) describe(name, group)
}

/**
 * A `test` for the tests that every row of a table has: each test of each row in the long run; else each test of one row,
 * and the rows take turns. With fewer tests than rows a row has none: the rows need another test then.
 */
export function inTurn<Row>(rows: readonly Row[], row: Row): (name: string, run: Run) => void {
  const own = rows.indexOf(row)
  let turn = 0
  return (name, run) => {
    if (LONG || turn % rows.length === own) test(name, run)
    turn += 1
  }
}
