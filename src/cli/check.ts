import { runCheck } from '../run/check.ts'
import type { CheckOptions } from '../run/check-request.ts'
import { checkOptions } from './check-options.ts'
import { deliver } from './deliver.ts'
import { exitCode } from './exit-code.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'
import { rendered } from './rendered.ts'

/** `memkeep check [PATH…]`: exit 1 when something at or above the fail level was found. */
export async function check(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  if (flags.shard !== undefined) return (await import('./seldom.ts')).checkShard(paths, flags, io)
  return checkAndReport(checkOptions(paths, flags, io), flags, io)
}

/** Runs a check and hands over its report: gives the exit code. */
export async function checkAndReport(options: CheckOptions, flags: FlagValues, io: Io): Promise<number> {
  const result = await runCheck(options)
  const { code, notes } = exitCode(result.report.summary, flags)
  deliver(await rendered(result, flags, io), flags, io)
  remark([...result.notes, ...notes], io)
  return code
}
