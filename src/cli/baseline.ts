import { resolve } from 'node:path'
import { today } from '../core/today.ts'
import { baselineText } from '../reporters/baseline-text.ts'
import { safeJson } from '../reporters/json.ts'
import { runBaseline } from '../run/baseline.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import { needFormat } from './formats.ts'
import type { Io } from './io.ts'
import { skippedRules } from './skipped-rules.ts'

/** `memkeep baseline`: exit 1 when there are findings that the file does not count. */
export async function baseline(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { config, cache, jobs, now, format } = flags
  needFormat('baseline', format)
  const result = await runBaseline({
    cwd: resolve(io.cwd, flags.cwd ?? ''),
    config,
    cache,
    jobs,
    today: now ?? today(io.now()),
    skip: skippedRules(io),
  })
  deliver(format === 'json' ? safeJson({ version: 1, ...result }) : baselineText(result), flags, io)
  return result.added.length + result.never.length > 0 ? 1 : 0
}
