import { resolve } from 'node:path'
import { deliverSetup } from './deliver-setup.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/**
 * `memkeep init`: asks nothing; exit 1 when something is left that only a person can do. With `--clone` it is what an
 * install runs: whoever turned hooks off gets none.
 */
export async function init(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { dryRun = false, editor = false, clone = false } = flags
  if (clone && (io.env.HUSKY === '0' || io.env.MEMKEEP === '0')) return 0
  // The merge driver comes from the same bundle, and git waits for it.
  const { runInit } = await import('../setup/init.ts')
  const { cwd: from, env } = io
  const result = await runInit({ cwd: resolve(from, flags.cwd ?? ''), from, dryRun, env, editor, clone })
  if (clone && result.left.length === 0 && !dryRun) return 0
  return deliverSetup(result, {
    words: { husky: 'created', nothing: 'everything was set up already', dryRun },
    flags,
    io,
  })
}
