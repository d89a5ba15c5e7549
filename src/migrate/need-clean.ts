import { UserError } from '../core/errors.ts'
import { safePath } from '../core/safe-text.ts'
import { mayRunFilters } from '../fs/content-filters.ts'
import { withoutFilters } from '../git/config.ts'
import { changedPaths } from '../git/path-status.ts'
import type { Repository } from '../git/repository.ts'

/** So many paths go into one command line. */
const MOST = 500

/** So many are named. */
const SHOWN = 10

/**
 * Throws `UserError` when one of the files that are about to change is not as the last commit has it: what is in no commit
 * could not be told from what a migration did.
 */
export async function needClean(
  { top, gitDir, commonDir }: Repository,
  paths: readonly string[],
): Promise<void> {
  const env = mayRunFilters(gitDir, commonDir) ? await withoutFilters(top) : {}
  const dirty: string[] = []
  for (let i = 0; i < paths.length; i += MOST) {
    dirty.push(...(await changedPaths(top, paths.slice(i, i + MOST), { env })))
  }
  if (dirty.length === 0) return
  const shown = dirty.slice(0, SHOWN).map(safePath).join(', ')
  const more = dirty.length > SHOWN ? ` and ${dirty.length - SHOWN} more` : ''
  const what =
    dirty.length === 1 ? '1 file that would change has' : `${dirty.length} files that would change have`
  throw new UserError(
    `${what} changes that are not committed: ${shown}${more}`,
    'Commit or stash them first; --allow-dirty migrates them as they are.',
  )
}
