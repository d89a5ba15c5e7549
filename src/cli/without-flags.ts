import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { tellFailure } from './tell-failure.ts'

/**
 * Runs a command that is called without flags, as programs and most people do: what parses flags is not loaded. Exit code
 * out; prints to `io` only, and never throws.
 */
export async function withoutFlags(io: Io, run: (flags: FlagValues) => Promise<number>): Promise<number> {
  try {
    return await run({ color: true, cache: true })
  } catch (error) {
    tellFailure(error, { debug: false, stderr: io.stderr })
    return 2
  }
}
