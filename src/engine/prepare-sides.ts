import { needSeen } from '../snapshot/need-seen.ts'
import type { Project } from '../snapshot/project.ts'
import type { CheckOptions } from './check-request.ts'
import type { Sides } from './check-snapshot.ts'
import { type KeptLoad, openLoad } from './open-load.ts'
import { seeIgnored } from './see-ignored.ts'

/** Two open sides, before anything of them was read. */
export type Unprepared = {
  readonly project: Project
  readonly sides: Sides
  readonly options: Pick<
    CheckOptions,
    'cwd' | 'source' | 'config' | 'cache' | 'skip' | 'parser' | 'jobs' | 'shards'
  >
}

/**
 * Settings and facts for two sides, and the sides with the memory that git ignores on purpose. Throws `UserError` for wrong
 * settings, and where a directory with memory cannot be opened.
 */
export async function prepareSides({
  project,
  sides,
  options,
}: Unprepared): Promise<{ readonly known: KeptLoad; readonly opened: Sides }> {
  const isWorkTree = options.source.kind === 'work-tree'
  const { root } = project
  // Settings of a work tree are looked for on disk as well.
  const disk = isWorkTree ? { root } : {}
  const known = await openLoad(project, { ...options, ...disk, snapshot: sides.after })
  const { layouts, settings } = known
  const opened = isWorkTree
    ? { ...sides, after: seeIgnored(sides.after, { root, layouts, settings }) }
    : sides
  needSeen(opened.after, layouts, settings)
  return { known, opened }
}
