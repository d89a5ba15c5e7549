import { join } from 'node:path'
import { firstNames, safePath, safeText, UserError } from '../core/messages.ts'
import type { Planning } from '../engine/migrations/vet-plan.ts'
import { mayRunFilters } from '../fs/content-filters.ts'
import { resolveInside } from '../fs/paths.ts'
import { kindAt } from '../fs/read-files.ts'
import { changedPaths } from '../git/path-status.ts'
import { type Repository, withoutFilters } from '../git/repository.ts'
import { type Project, projectPath } from '../snapshot/project.ts'

/** Files and directories that a run is limited to, as they were given, and as they are named in snapshots. */
type Limits = ReadonlyMap<string, string>

/** Reads the paths of `--only`. */
export function limitsOf(project: Project, paths: readonly string[]): Limits {
  return new Map(paths.map((path) => [path, projectPath(project, path)]))
}

/** True for a path that lies within the limits; without any, everything does. */
export function isWithin(limits: Limits, path: string): boolean {
  return limits.size === 0 || [...limits.values()].some((limit) => isBelow(path, limit))
}

/** Throws `UserError` for a limit that contains no path: a misspelt one would look like a run with no changes. */
export function assertLimitsHit(limits: Limits, paths: Iterable<string>): void {
  const open = new Map(limits)
  for (const path of paths) {
    for (const [given, limit] of open) if (isBelow(path, limit)) open.delete(given)
    if (open.size === 0) return
  }
  const [first] = open.keys()
  if (first !== undefined) throw new UserError(`there is no file at ${safeText(first)}`, 'Check --only.')
}

function isBelow(path: string, limit: string): boolean {
  return limit === '' || path === limit || path.startsWith(`${limit}/`)
}

/** At most so many paths go into one command line. */
const MOST = 500

/** At most so many are named. */
const SHOWN = 10

/**
 * Throws `UserError` when a file that would change differs from the last commit: its uncommitted changes could not be
 * separated from those of a migration.
 */
export async function assertClean(
  { top, gitDir, commonDir }: Repository,
  paths: readonly string[],
): Promise<void> {
  const env = mayRunFilters(gitDir, commonDir) ? await withoutFilters(top) : {}
  const dirty: string[] = []
  for (let i = 0; i < paths.length; i += MOST) {
    dirty.push(...(await changedPaths(top, paths.slice(i, i + MOST), { env })))
  }
  if (dirty.length === 0) return
  const shown = firstNames(dirty.map(safePath), SHOWN)
  const what =
    dirty.length === 1 ? '1 file that would change has' : `${dirty.length} files that would change have`
  throw new UserError(
    `${what} changes that are not committed: ${shown}`,
    'Commit or stash them first; --allow-dirty migrates them as they are.',
  )
}

/**
 * Says why no file may be written at a path: it leads out of the repository or into git's own directory, or the disk
 * differs from the snapshot. `putBack` are files that will first be put back as the snapshot has them.
 */
export function diskGuard(root: string, putBack: { has(path: string): boolean }): Planning['guard'] {
  return (path, isThere) => {
    const guarded = resolveInside(root, path, { linkItself: true })
    if ('refused' in guarded) return guarded.refused
    if (putBack.has(path)) return null
    const isOnDisk = kindAt(join(root, path)) !== 'nothing'
    if (isOnDisk === isThere) return null
    return isOnDisk ? 'something that git does not see is there already' : 'it is left out of the work tree'
  }
}
