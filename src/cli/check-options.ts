import type { CheckOptions } from '../engine/check-request.ts'
import { commonOptions } from './common-options.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { skippedRules } from './skipped-rules.ts'

/** What the flags ask of a check. */
export function checkOptions(paths: readonly string[], flags: FlagValues, io: Io): CheckOptions {
  const { base, parser, jobs, fix = false } = flags
  return {
    ...commonOptions(flags, io),
    paths,
    source: sourceOf(flags),
    fix,
    skip: skippedRules(io),
    base,
    parser,
    jobs,
  }
}

function sourceOf({ staged, rev }: FlagValues): CheckOptions['source'] {
  if (staged) return { kind: 'staged' }
  return rev === undefined ? { kind: 'work-tree' } : { kind: 'revision', revision: rev }
}
