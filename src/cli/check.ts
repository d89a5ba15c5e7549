import { resolve } from 'node:path'
import { runCheck } from '../run/check.ts'
import type { CheckOptions } from '../run/check-request.ts'
import { deliver } from './deliver.ts'
import { exitCode } from './exit-code.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'
import { rendered } from './rendered.ts'
import { skippedRules } from './skipped-rules.ts'
import { today } from './today.ts'

/** `memkeep check [PATH…]`: exit 1 when something at or above the fail level was found. */
export async function check(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const result = await runCheck(checkOptions(paths, flags, io))
  const { code, notes } = exitCode(result.report.summary, flags)
  deliver(await rendered(result, flags, io), flags, io)
  remark([...result.notes, ...notes], io)
  return code
}

function checkOptions(paths: readonly string[], flags: FlagValues, io: Io): CheckOptions {
  const { config, base, parser, fix = false, cache, now } = flags
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
  }
}

function sourceOf({ staged, rev }: FlagValues): CheckOptions['source'] {
  if (staged) return { kind: 'staged' }
  return rev === undefined ? { kind: 'work-tree' } : { kind: 'revision', revision: rev }
}
