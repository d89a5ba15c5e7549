import { resolve } from 'node:path'
import { momentOf } from '../core/date.ts'
import type { CheckOptions } from '../engine/check-request.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** Options of every command: its directory, settings file, use of the cache, and the day as `YYYY-MM-DD`. */
type CommonOptions = {
  readonly cwd: string
  readonly config: string | undefined
  readonly cache: boolean
  readonly today: string
}

/** Reads the common options from the flags, and the day from the clock where no flag names it. */
export function commonOptions({ cwd = '', config, cache, now }: FlagValues, io: Io): CommonOptions {
  return { cwd: resolve(io.cwd, cwd), config, cache, today: momentOf(now, io.now()).today }
}

/** Rules that `MEMKEEP_SKIP` turns off: `rule,rule`. */
export function skippedRules({ env }: Io): string[] {
  return (env.MEMKEEP_SKIP ?? '').split(',').flatMap((rule) => rule.trim() || [])
}

/** The options of a check, from the flags. */
export function checkOptions(paths: readonly string[], flags: FlagValues, io: Io): CheckOptions {
  const { base, parser, fix = false } = flags
  return {
    ...commonOptions(flags, io),
    paths,
    source: sourceOf(flags),
    fix,
    skip: skippedRules(io),
    base,
    parser,
  }
}

function sourceOf({ staged, rev }: FlagValues): CheckOptions['source'] {
  if (staged) return { kind: 'staged' }
  return rev === undefined ? { kind: 'work-tree' } : { kind: 'revision', revision: rev }
}
