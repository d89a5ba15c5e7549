import { join } from 'node:path'
import { type Layout, rootPaths } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { listedFiles, type SnapshotFile } from '../core/snapshot.ts'
import { type FolderListing, listFolder } from '../fs/folders.ts'
import { isThere, kindAt, readFiles } from '../fs/read-files.ts'
import { ignoredPaths } from '../git/path-status.ts'
import type { GitOptions } from '../git/run-git.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, type Project, readListed } from '../snapshot/project.ts'
import type { Sides } from './context.ts'
import { isListed } from './last-report/cache-preconditions.ts'

/** The work tree alone, compared with nothing. */
export async function openWorkTreeSides(project: Project, git: GitOptions | undefined): Promise<Sides> {
  return { after: await openWorkTree({ ...project, git }), before: null }
}

/** Git never reports tracked files as ignored, so the question names a file that no repository has. */
export async function areIgnored(top: string, folders: readonly string[]): Promise<boolean> {
  const paths = folders.map((folder) => `${folder}/memkeep-asks-for-this.json`)
  return (await ignoredPaths(top, paths)).length > 0
}

/** Whose directories are looked into although git ignores them. */
type Ignored = { readonly root: string; readonly layouts: readonly Layout[]; readonly settings: Settings }

/**
 * Adds the files in layouts' git-ignored directories to a work tree: memory that is kept out of git on purpose is checked
 * too. They are marked as ignored. A directory behind a symlink is not opened: the symlink itself is listed, so that it is
 * reported. Throws `UserError` when a directory cannot be listed: that does not make it empty.
 */
export function addIgnoredMemory(tree: OpenSnapshot, { root, layouts, settings }: Ignored): OpenSnapshot {
  const local = layouts.flatMap((layout) => rootPaths(layout, settings, 'local'))
  const roots = [
    ...new Set([
      ...layouts.flatMap((layout) => rootPaths(layout, settings, 'ignored')),
      ...local.filter((path) => isThere(join(root, path)) && !isListed(tree.files, path)),
    ]),
  ]
  const listings = roots.map((path) => listRoot(root, path))
  const found = listings.flatMap(({ files }) => files).filter(({ path }) => !tree.files.has(path))
  const odd = listings.flatMap(({ oddPaths }) => oddPaths)
  if (found.length + odd.length === 0) return tree
  const seen = new Set(found.map(({ path }) => path))
  const ignored = found.map((file): SnapshotFile => ({ ...file, ignored: true }))
  const files = listedFiles([...tree.files.values(), ...ignored])
  return {
    ...tree,
    files,
    oddPaths: [...new Set([...(tree.oddPaths ?? []), ...odd])],
    read: async (paths) => {
      const own = paths.filter((path) => seen.has(path))
      const here = await readListed(files, own, () => readFiles(root, own))
      return new Map([...(await tree.read(paths.filter((path) => !seen.has(path)))), ...here])
    },
  }
}

/** Everything below a directory; for one behind a symlink only the symlink, which may lead anywhere. */
function listRoot(root: string, path: string): FolderListing {
  const segments = path.split('/')
  for (const [i] of segments.entries()) {
    const folder = segments.slice(0, i + 1)
    const kind = kindAt(join(root, ...folder))
    if (kind === 'link') return { files: [{ path: folder.join('/'), id: null, mode: 'link' }], oddPaths: [] }
    if (kind !== 'directory') return { files: [], oddPaths: [] }
  }
  const { files, oddPaths } = listFolder(join(root, path))
  return {
    files: files.map((file) => ({ ...file, path: `${path}/${file.path}` })),
    oddPaths: oddPaths.map((odd) => `${path}/${odd}`),
  }
}
