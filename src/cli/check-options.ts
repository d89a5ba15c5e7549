import { resolve } from 'node:path'
import { today } from '../core/today.ts'
import type { CheckOptions } from '../run/check-request.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { skippedRules } from './skipped-rules.ts'

/** What the flags ask of a check. */
export function checkOptions(paths: readonly string[], flags: FlagValues, io: Io): CheckOptions {
  const { config, base, parser, jobs, fix = false, cache, now } = flags
  return {
    cwd: resolve(io.cwd, flags.cwd ?? ''),
    paths,
    source: sourceOf(flags),
    fix,
    cache,
    today: now ?? today(io.now()),
    skip: skippedRules(io),
    config,
    base,
    parser,
    jobs,
  }
}

function sourceOf({ staged, rev }: FlagValues): CheckOptions['source'] {
  if (staged) return { kind: 'staged' }
  return rev === undefined ? { kind: 'work-tree' } : { kind: 'revision', revision: rev }
}
