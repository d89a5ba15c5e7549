import { checkAndReport } from './check-and-report.ts'
import { checkOptions } from './check-options.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep check [PATH…]`: exit 1 when something at or above the fail level was found. */
export async function check(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  if (flags.shard !== undefined) return (await import('./seldom.ts')).checkShard(paths, flags, io)
  return checkAndReport(checkOptions(paths, flags, io), flags, io)
}
