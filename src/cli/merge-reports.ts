import { resolve } from 'node:path'
import type { OpenFacts } from '../engine/open-memory.ts'
import { checkAndReport } from './check-and-report.ts'
import { checkOptions } from './check-options.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'

/** `memkeep merge-reports DIR`: the check whose documents the shards have read, and its report and exit code. */
export async function mergeReports(
  [folder = '']: readonly string[],
  flags: FlagValues,
  io: Io,
): Promise<number> {
  const shards = resolve(io.cwd, flags.cwd ?? '', folder)
  const openFacts: OpenFacts = async (basis) => {
    const { openShardFacts } = await import('../ci/shards/shard-facts.ts')
    return openShardFacts(shards, basis)
  }
  return checkAndReport({ ...checkOptions([], flags, io), openFacts }, flags, io)
}
