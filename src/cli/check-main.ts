import { checkAndReport } from './check-and-report.ts'
import { checkOptions } from './check-options.ts'
import type { Io } from './io.ts'
import { tellFailure } from './tell-failure.ts'

const FLAGS = { color: true, cache: true }

/**
 * `check` and nothing else: what parses flags is not loaded, and mostly nothing has changed since the last check. Exit code
 * out; prints to `io` only, and never throws.
 */
export async function checkMain(io: Io): Promise<number> {
  try {
    return await checkAndReport(checkOptions([], FLAGS, io), FLAGS, io)
  } catch (error) {
    tellFailure(error, { debug: false, stderr: io.stderr })
    return 2
  }
}
