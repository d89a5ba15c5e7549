import { checkAndReport } from './check-and-report.ts'
import { checkOptions } from './check-options.ts'
import type { Io } from './io.ts'
import { withoutFlags } from './without-flags.ts'

/** `check` and nothing else: mostly nothing has changed since the last check. */
export function checkMain(outer: Io): Promise<number> {
  return withoutFlags(outer, (flags, io) => checkAndReport(checkOptions([], flags, io), flags, io))
}
