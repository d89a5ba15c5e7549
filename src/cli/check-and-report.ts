import { runCheck } from '../engine/check.ts'
import type { CheckOptions, CheckResult } from '../engine/check-request.ts'
import { checkOptions, deliver, exitCode, type FlagValues, type Io, printNotes } from './command.ts'
import { renderReport } from './rendered.ts'
import { withoutFlags } from './run-command.ts'

/** `check` without arguments, its most frequent form, without the flag parser. */
export function checkMain(outer: Io): Promise<number> {
  return withoutFlags(outer, (flags, io) => checkAndReport(checkOptions([], flags, io), flags, io))
}

/** Runs a check and prints its report; gives the exit code. */
export async function checkAndReport(options: CheckOptions, flags: FlagValues, io: Io): Promise<number> {
  // Opening standard output takes as long as git's answer, so it happens while git runs.
  setImmediate(() => io.stdout)
  const result = await checked(options)
  const { code, notes } = exitCode(result.report.summary, flags)
  await deliver(await renderReport(result, flags, io), flags, io)
  printNotes([...result.notes, ...notes], io)
  return code
}

async function checked(options: CheckOptions): Promise<CheckResult> {
  if (!options.fix || options.source.kind !== 'staged') return runCheck(options)
  const { fixStaged } = await import('../commit/fix-staged.ts')
  return fixStaged(options)
}
