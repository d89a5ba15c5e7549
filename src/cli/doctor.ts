import { resolve } from 'node:path'
import { doctorText } from '../reporters/doctor-text.ts'
import { safeJson } from '../reporters/json.ts'
import { colorsFor } from './colors-for.ts'
import { deliver } from './deliver.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep doctor`: exit 1 when something is wrong. */
export async function doctor(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const cwd = resolve(io.cwd, flags.cwd ?? '')
  // The merge driver comes from the same bundle, and git waits for it.
  const { runDoctor } = await import('../setup/doctor/doctor.ts')
  const checks = await runDoctor({ cwd, env: io.env })
  const text =
    flags.format === 'json' ? safeJson({ version: 1, checks }) : doctorText(checks, colorsFor(flags, io))
  await deliver(text, flags, io)
  return checks.some(({ status }) => status === 'wrong') ? 1 : 0
}
