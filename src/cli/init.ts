import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep init` */
export async function init(_args: readonly string[], _flags: FlagValues, _io: Io): Promise<number> {
  throw new Error('not built yet')
}
