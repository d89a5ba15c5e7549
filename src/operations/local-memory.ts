import { join } from 'node:path'
import { isKept, type Layout, ownFolders, rootPaths } from '../core/layout.ts'
import { safePath, WrongUse } from '../core/messages.ts'
import type { Refusal } from '../core/operation.ts'
import type { Settings } from '../core/settings.ts'
import { type FileListing, filesBelow, type SnapshotFile } from '../core/snapshot.ts'
import { type MovingPlan, type PlannedFile, plannedPaths } from '../core/write-plan.ts'
import { resolveInside } from '../fs/paths.ts'
import { isThere, kindAt, withParentFolders } from '../fs/read-files.ts'
import { ignoredPaths } from '../git/path-status.ts'
import { layouts } from '../layouts/index.ts'
import type { Project } from '../snapshot/project.ts'

/** The listing of a memory, and the settings that it is read with. */
type Listed = { readonly settings: Settings; readonly files: FileListing }

/**
 * Throws `WrongUse` when a directory that a call gives for the layout's local memory is anything but absent, empty, or such a
 * memory already. What is written below such a directory makes git ignore all of it, so that it must hold nothing else.
 */
export function assertOwnRoots(project: Project, layout: Layout, listed: Listed): void {
  for (const root of rootPaths(layout, listed.settings, 'ignored')) {
    const why =
      badPlace(project, root) ??
      ofOtherLayout(root, layout, listed.settings) ??
      contentFault(root, layout, listed)
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
  const overlaps = (its: string): boolean =>
    `${its}/`.startsWith(`${root}/`) || `${root}/`.startsWith(`${its}/`)
  const other = layouts.find((layout) => layout.id !== id && rootPaths(layout, settings).some(overlaps))
  return other ? `the layout ${other.id} has its files there` : null
}

function contentFault(root: string, layout: Layout, listed: Listed): string | null {
  const foreign = foreignBelow(root, layout, listed)
  if (foreign) return `it holds ${safePath(foreign.path)}, which is no such memory`
  const tracked = filesBelow(listed.files, root).find(
    ({ path, ignored, untracked }) => !ignored && !untracked && path !== ignoreFileOf(root),
  )
  return tracked ? `git keeps ${safePath(tracked.path)}` : null
}

/** A file below a root that is not of the layout's own places: where it claims a name alone, such a file may be anybody's. */
function foreignBelow(root: string, layout: Layout, { settings, files }: Listed): SnapshotFile | undefined {
  const own = ownFolders(layout, settings)
  return filesBelow(files, root).find(({ path, mode }) => {
    if (isKept(layout, path, settings)) return false
    const claim = layout.claim(path, mode, settings)
    return (
      !claim || (claim.scope !== '' && own.length > 0 && !own.some((folder) => path.startsWith(`${folder}/`)))
    )
  })
}

/** A plan, and which of its new files git ignores when it is carried out. */
type LocalPlan = { readonly plan: MovingPlan; readonly isIgnored: (path: string) => boolean }

/**
 * Memory that a layout keeps out of git stays out of it: where git would add what is written, an ignore file comes first. It
 * ignores the whole directory, so that a directory with anything else in it is refused. One that is there is left as it is.
 */
export async function withIgnoreFile(
  plan: MovingPlan,
  { settings, files }: Listed,
  { layout, project }: { readonly layout: Layout; readonly project: Project },
): Promise<LocalPlan | Refusal> {
  const roots = rootPaths(layout, settings, 'ignored')
  const rootOf = (path: string): string | undefined => roots.find((root) => path.startsWith(`${root}/`))
  // Git fails for a path behind a symlink, which is refused later.
  const fresh = plannedPaths(plan).filter(
    (path) => !files.has(path) && rootOf(path) !== undefined && 'path' in resolveInside(project.root, path),
  )
  if (fresh.length === 0) return { plan, isIgnored: () => false }
  if (!project.repository) return { plan, isIgnored: (path) => rootOf(path) !== undefined }
  const ignored = new Set(await ignoredPaths(project.repository.top, fresh))
  const bare = new Set(fresh.flatMap((path) => (ignored.has(path) ? [] : (rootOf(path) ?? []))))
  const added = [...bare].filter((root) => !files.has(ignoreFileOf(root)))
  for (const root of added) {
    const foreign = foreignBelow(root, layout, { settings, files })
    if (foreign) {
      return {
        refusal: `Git does not ignore ${safePath(root)}, and it holds ${safePath(foreign.path)}, which is no memory of the ${layout.id} layout`,
        help: `Nothing was written. Add \`/${safePath(root)}/\` to the .gitignore at the top, or move the file away.`,
      }
    }
  }
  const ignoreFiles = added.map((root): [string, PlannedFile] => [
    ignoreFileOf(root),
    { kind: 'text', text: '*\n' },
  ])
  return {
    plan: ignoreFiles.length === 0 ? plan : new Map([...ignoreFiles, ...plan]),
    isIgnored: (path) => ignored.has(path) || added.includes(rootOf(path) ?? ''),
  }
}

function ignoreFileOf(root: string): string {
  return `${root}/.gitignore`
}
