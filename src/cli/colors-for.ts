import picocolors from 'picocolors'
import type { Colors } from 'picocolors/types'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** Colors for standard output: off when asked, when it is a file, and when it is no terminal that shows them. */
export function colorsFor({ color, output }: FlagValues, { env, stdout }: Io): Colors {
  return picocolors.createColors(color && output === undefined && wanted(env, stdout.isTTY ?? false))
}

function wanted(env: Io['env'], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  return isTerminal && env.TERM !== 'dumb'
}
