import { runCheck } from '../engine/check.ts'
import type { CheckOptions } from '../engine/check-request.ts'
import { deliver } from './deliver.ts'
import { exitCode } from './exit-code.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'
import { rendered } from './rendered.ts'

/** Runs a check and hands over its report: gives the exit code. */
export async function checkAndReport(options: CheckOptions, flags: FlagValues, io: Io): Promise<number> {
  // To open it takes as long as git does: it is opened while git is at work.
  setImmediate(() => io.stdout)
  const result = await runCheck(options)
  const { code, notes } = exitCode(result.report.summary, flags)
  await deliver(await rendered(result, flags, io), flags, io)
  remark([...result.notes, ...notes], io)
  return code
}
