import { resolve } from 'node:path'
import { judgeCi } from '../ci/ci.ts'
import type { CiOptions } from '../ci/ci-request.ts'
import { commonOptions } from './common-options.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { publishCi } from './publish-ci.ts'
import { skippedRules } from './skipped-rules.ts'

/** `memkeep ci`: exit 1 when something in this change is at or above the fail level. */
export async function ci(_: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  return publishCi(await judgeCi(ciOptions(flags, io)), flags, io)
}

/** What the flags and the environment ask of a run in CI. */
export function ciOptions(flags: FlagValues, io: Io): CiOptions {
  const { base, jobs, failOn = 'new', shards } = flags
  const common = commonOptions(flags, io)
  return {
    ...common,
    env: io.env,
    failOn,
    base,
    jobs,
    skip: skippedRules(io),
    shards: shards && resolve(common.cwd, shards),
  }
}
