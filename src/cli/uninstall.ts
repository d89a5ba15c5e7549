import { resolve } from 'node:path'
import { deliverSetup } from './deliver-setup.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep uninstall`: exit 1 when something of memkeep's is left, because somebody changed it. */
export async function uninstall(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false } = flags
  // The merge driver comes from the same bundle, and git waits for it.
  const { runUninstall } = await import('../setup/uninstall.ts')
  const { cwd: from } = io
  const result = await runUninstall({ cwd: resolve(from, flags.cwd ?? ''), from, dryRun })
  return deliverSetup(result, {
    words: { husky: 'deleted', nothing: 'there was nothing of memkeep to take away', dryRun },
    flags,
    io,
  })
}
