import { resolve } from 'node:path'
import { checkAndReport } from './check-and-report.ts'
import { checkOptions } from './check-options.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep merge-reports DIR`: the check whose documents the shards have read, and its report and exit code. */
export async function mergeReports(
  [folder = '']: readonly string[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const shards = resolve(io.cwd, flags.cwd ?? '', folder)
  return checkAndReport({ ...checkOptions([], flags, io), shards }, flags, io)
}
