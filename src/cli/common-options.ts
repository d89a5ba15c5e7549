import { resolve } from 'node:path'
import { today } from '../core/date.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** What every command is asked with: where it works, whose settings hold, whether it remembers, and its day, `YYYY-MM-DD`. */
export type CommonOptions = {
  readonly cwd: string
  readonly config: string | undefined
  readonly cache: boolean
  readonly today: string
}

/** Reads these from the flags, and the day from the clock where no flag names it. */
export function commonOptions({ cwd = '', config, cache, now }: FlagValues, io: Io): CommonOptions {
  return { cwd: resolve(io.cwd, cwd), config, cache, today: now ?? today(io.now()) }
}
