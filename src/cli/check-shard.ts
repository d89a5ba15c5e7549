import { runShard } from '../ci/shards/run-shard.ts'
import { UserError } from '../core/errors.ts'
import { parseShard } from '../core/shard.ts'
import { checkOptions } from './check-options.ts'
import type { FlagValues } from './flags.ts'
import type { Io } from './io.ts'
import { remark } from './remark.ts'

/** `memkeep check --shard I/N --output FILE`: exit 0 when the file is written, whatever there is to find. */
export async function checkShard(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { shard: text = '', output } = flags
  const shard = parseShard(text)
  if (!shard)
    throw new UserError(
      `unexpected shard ${text}, expected I/N`,
      'Give a number and how many there are: 3/8.',
    )
  if (output === undefined) {
    throw new UserError('--shard needs --output', 'Name the file that memkeep merge-reports is to read.')
  }
  if (paths.length > 0) {
    throw new UserError(
      '--shard takes no paths',
      'Every shard is a share of everything; look at single paths without it.',
    )
  }
  const documents = await runShard({ ...checkOptions([], flags, io), shard, output })
  const counted = documents === 1 ? '1 document' : `${documents} documents`
  remark([`shard ${text}: ${counted} in ${output}; nothing is judged before memkeep merge-reports`], io)
  return 0
}
