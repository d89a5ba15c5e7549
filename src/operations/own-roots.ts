import { join } from 'node:path'
import { WrongUse } from '../core/errors.ts'
import type { Layout } from '../core/layout.ts'
import { safePath } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import { type FileListing, filesBelow, type SnapshotFile } from '../core/snapshot.ts'
import { resolveInside } from '../fs/paths.ts'
import { isThere, kindAt, withParentFolders } from '../fs/stat.ts'
import { layouts } from '../layouts/index.ts'
import type { Project } from '../snapshot/project.ts'

/** What is known of the directory in question. */
type Known = { readonly settings: Settings; readonly files: FileListing }

/**
 * Throws `WrongUse` when a directory that a call gives for the layout's local memory is anything but absent, empty, or such a
 * memory already. What is written below such a directory makes git ignore all of it, so that it must hold nothing else.
 */
export function assertOwnRoots(project: Project, layout: Layout, known: Known): void {
  for (const root of layout.ignoredRoots?.(known.settings) ?? []) {
    const why =
      badPlace(project, root) ??
      ofOtherLayout(root, layout, known.settings) ??
      contentFault(root, layout, known)
    if (why === null) continue
    throw new WrongUse(
      `${safePath(root)} cannot hold this memory: ${why}`,
      'Name a directory of its own, relative to the root of the repository, that is absent, empty or holds such memory.',
    )
  }
}

function badPlace({ root: top }: Project, root: string): string | null {
  const guarded = resolveInside(top, root)
  if ('refused' in guarded) return guarded.refused
  const kind = kindAt(guarded.path)
  if (kind !== 'directory' && kind !== 'nothing') return 'it is no directory'
  const inside = withParentFolders(root).find((folder) => isThere(join(top, folder, '.git')))
  return inside === undefined ? null : `${safePath(inside)} is another repository`
}

function ofOtherLayout(root: string, { id }: Layout, settings: Settings): string | null {
  const other = layouts.find(
    (one) => one.id !== id && one.roots(settings).some((its) => overlaps(`${its}/`, `${root}/`)),
  )
  return other ? `the layout ${other.id} has its files there` : null
}

function overlaps(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a)
}

function contentFault(root: string, layout: Layout, { settings, files }: Known): string | null {
  const below = filesBelow(files, root)
  const foreign = below.find((file) => !isOwn(file, layout, settings))
  if (foreign) return `it holds ${safePath(foreign.path)}, which is no such memory`
  const tracked = below.find(
    ({ path, ignored, untracked }) => !ignored && !untracked && path !== `${root}/.gitignore`,
  )
  return tracked ? `git keeps ${safePath(tracked.path)}` : null
}

/** True for a file of the layout's own places: where it claims a name alone, such a file may be anybody's. */
export function isOwn({ path, mode }: SnapshotFile, layout: Layout, settings: Settings): boolean {
  if (layout.keeps?.(path, settings)) return true
  const claim = layout.claim(path, mode, settings)
  const own = layout.ownRoots?.(settings)
  return claim !== null && (claim.scope === '' || !own || own.some((folder) => path.startsWith(`${folder}/`)))
}
