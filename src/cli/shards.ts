import { resolve } from 'node:path'
import { runShard } from '../ci/shards/write-shard.ts'
import { UserError } from '../core/messages.ts'
import { parseShard } from '../core/shard.ts'
import type { OpenFacts } from '../engine/open-memory.ts'
import { checkAndReport } from './check-and-report.ts'
import { checkOptions, type FlagValues, type Io, printNotes } from './command.ts'

/** `memkeep check --shard I/N --output FILE`: exit 0 when the file is written, with or without findings. */
export async function checkShard(paths: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const { shard: text = '', output } = flags
  const shard = parseShard(text)
  if (!shard) throw new UserError(`${text} is not a shard, I/N`, 'Give a number and how many there are: 3/8.')
  if (output === undefined) {
    throw new UserError('--shard needs --output', 'Name the file that memkeep merge-reports is to read.')
  }
  if (paths.length > 0) {
    throw new UserError(
      '--shard takes no paths',
      'A shard is a share of all documents. To check single paths, leave --shard out.',
    )
  }
  const documents = await runShard({ ...checkOptions([], flags, io), shard, output })
  const counted = documents === 1 ? '1 document' : `${documents} documents`
  printNotes([`shard ${text}: ${counted} in ${output}; nothing is judged before memkeep merge-reports`], io)
  return 0
}

/** `memkeep merge-reports DIR`: runs a check on the documents that the shards have read, with its report and exit code. */
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
