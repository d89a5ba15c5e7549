import { runFiles } from '../maintain/files.ts'
import { filesText } from '../reporters/files-text.ts'
import { safeJson } from '../reporters/json.ts'
import { colorsFor } from './colors-for.ts'
import { commonOptions } from './common-options.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep files [PATH…]`: tells what there is and judges nothing, so the exit code is 0. */
export async function files(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { jobs, format } = flags
  const found = await runFiles({ ...commonOptions(flags, io), jobs, paths })
  deliver(format === 'json' ? safeJson(found) : filesText(found, colorsFor(flags, io)), flags, io)
  return 0
}
