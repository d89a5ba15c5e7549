import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep merge-driver` */
export async function mergeDriver(_args: readonly string[], _flags: FlagValues, _io: Io): Promise<number> {
  throw new Error('not built yet')
}
