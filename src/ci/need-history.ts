import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { readSmall } from '../fs/text-files.ts'
import { FETCH_HINT, isShallow, listCommits } from '../git/history.ts'
import type { Repository } from '../git/repository.ts'

/**
 * Throws `UserError` where a clone ends before all is known of what leads to some tips and not to a base: commits and
 * merges behind the cut would not be seen, and a nearer common ancestor might be one of them.
 */
export async function needHistory(
  { top, commonDir }: Repository,
  range: { readonly tips: readonly string[]; readonly base: string },
): Promise<void> {
  if (!(await isShallow(top))) return
  const cut = readSmall(join(commonDir, 'shallow'))
  const ends = new Set(cut?.split(/\s+/))
  const commits = await listCommits(top, range)
  if (cut !== null && !commits.some((oid) => ends.has(oid))) return
  throw new UserError(`the history here ends before ${range.base.slice(0, 12)} is reached`, FETCH_HINT)
}
