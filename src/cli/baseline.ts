import { runBaseline } from '../maintain/baseline.ts'
import { baselineText } from '../reporters/baseline-text.ts'
import { safeJson } from '../reporters/json.ts'
import { commonOptions } from './common-options.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import { needFormat } from './formats.ts'
import type { Io } from './io.ts'
import { skippedRules } from './skipped-rules.ts'

/** `memkeep baseline`: exit 1 when there are findings that the file does not count. */
export async function baseline(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { jobs, format } = flags
  needFormat('baseline', format)
  const result = await runBaseline({
    ...commonOptions(flags, io),
    jobs,
    skip: skippedRules(io),
  })
  await deliver(format === 'json' ? safeJson({ version: 1, ...result }) : baselineText(result), flags, io)
  return result.added.length + result.never.length > 0 ? 1 : 0
}
