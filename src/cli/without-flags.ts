import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { redactingIo } from './redacting-io.ts'
import { tellFailure } from './tell-failure.ts'

/**
 * Runs a command that is called without flags, as programs and most people do: what parses flags is not loaded. Exit code
 * out; prints to `io` only, and never throws.
 */
export function withoutFlags(
  outer: Io,
  run: (flags: FlagValues, io: Io) => Promise<number>,
): Promise<number> {
  return redactingIo(outer, async (io) => {
    try {
      return await run({ color: true, cache: true }, io)
    } catch (error) {
      tellFailure(error, { debug: false, stderr: io.stderr })
      return 2
    }
  })
}
