import { resolve } from 'node:path'
import { runMergeDriver } from '../merge/merge-driver.ts'
import { type FlagValues, type Io, printNotes } from './command.ts'

/** Git's default length of conflict markers. */
const MARK_SIZE = 7

/** `memkeep merge-driver %O %A %B %P %L`: 0 when the file is merged, 1 when a conflict is left in it. */
export async function mergeDriver(args: readonly string[], flags: FlagValues, io: Io): Promise<number> {
  const [base = '', ours = '', theirs = '', path = '', size = ''] = args
  const { code, notes } = await runMergeDriver({
    cwd: resolve(io.cwd, flags.cwd ?? ''),
    files: { base, ours, theirs },
    path,
    markSize: /^[1-9]\d{0,2}$/.test(size) ? Number(size) : MARK_SIZE,
    config: flags.config,
    env: io.env,
  })
  printNotes(notes, io)
  return code
}
