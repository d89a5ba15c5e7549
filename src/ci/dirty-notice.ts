import { mayRunFilters } from '../fs/content-filters.ts'
import { withoutFilters } from '../git/config.ts'
import { isDirty } from '../git/path-status.ts'
import type { Repository } from '../git/repository.ts'

/** A remark where the work tree has memory that is in no commit: it was not looked at. */
export async function dirtyNotice(
  { top, gitDir, commonDir }: Repository,
  paths: readonly string[],
): Promise<readonly string[]> {
  const env = mayRunFilters(gitDir, commonDir) ? await withoutFilters(top) : {}
  if (!(await isDirty(top, paths, { env }))) return []
  return ['the work tree has memory that is not committed: commits were checked, so it was not']
}
