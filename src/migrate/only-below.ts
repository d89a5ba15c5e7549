import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { type Project, projectPath } from '../snapshot/project.ts'

/** Files and directories that a run is limited to, as they were given, and as they are named in snapshots. */
export type Limits = ReadonlyMap<string, string>

/** Reads the paths of `--only`. */
export function limitsOf(project: Project, paths: readonly string[]): Limits {
  return new Map(paths.map((path) => [path, projectPath(project, path)]))
}

/** True for a path that lies within the limits; without any, everything does. */
export function isWithin(limits: Limits, path: string): boolean {
  return limits.size === 0 || [...limits.values()].some((limit) => isBelow(path, limit))
}

/** Throws `UserError` for a limit that no path lies within: a misspelt one would pass for nothing to do. */
export function needHit(limits: Limits, paths: Iterable<string>): void {
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
