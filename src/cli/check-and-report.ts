import { runCheck } from '../engine/check.ts'
import type { CheckOptions } from '../engine/check-request.ts'
import type { FlagValues } from './flags.ts'
import { deliver, exitCode, type Io, printNotes } from './io.ts'
import { checkOptions } from './options.ts'
import { rendered } from './rendered.ts'
import { withoutFlags } from './run-command.ts'

/** `check` and nothing else: mostly nothing has changed since the last check. */
export function checkMain(outer: Io): Promise<number> {
  return withoutFlags(outer, (flags, io) => checkAndReport(checkOptions([], flags, io), flags, io))
}

/** Runs a check and hands over its report: gives the exit code. */
export async function checkAndReport(options: CheckOptions, flags: FlagValues, io: Io): Promise<number> {
  // To open it takes as long as git does: it is opened while git is at work.
  setImmediate(() => io.stdout)
  const result = await runCheck(options)
  const { code, notes } = exitCode(result.report.summary, flags)
  await deliver(await rendered(result, flags, io), flags, io)
  printNotes([...result.notes, ...notes], io)
  return code
}
