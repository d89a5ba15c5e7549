import { join } from 'node:path'
import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { SnapshotFile } from '../core/snapshot.ts'
import { listFolder } from '../files/folder-listing.ts'
import { isRealDirectory } from '../files/is-real-directory.ts'
import { readFiles } from '../files/read-files.ts'
import { listedFiles, readListed } from './listed-files.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/** Whose directories are looked into although git ignores them. */
type Ignored = { readonly root: string; readonly layouts: readonly Layout[]; readonly settings: Settings }

/**
 * A work tree with the files that lie in layouts' git-ignored directories: memory that is kept out of git on purpose is
 * memory all the same. They are marked as ignored; a directory behind a link is not looked into.
 */
export function seeIgnored(tree: OpenSnapshot, { root, layouts, settings }: Ignored): OpenSnapshot {
  const roots = [...new Set(layouts.flatMap((layout) => layout.ignoredRoots?.(settings) ?? []))]
  const found = roots
    .filter((path) => isOwnDirectory(root, path))
    .flatMap((path) => filesBelow(root, path, tree))
  if (found.length === 0) return tree
  const seen = new Map(found.map((file) => [file.path, file]))
  const files = listedFiles([...tree.files.values(), ...found])
  return {
    ...tree,
    files,
    read: async (paths) => {
      const own = paths.filter((path) => seen.has(path))
      const ignored = await readListed(files, own, () => readFiles(root, own))
      return new Map([...(await tree.read(paths.filter((path) => !seen.has(path)))), ...ignored])
    },
  }
}

/** A link in the way leads who knows where. */
function isOwnDirectory(root: string, path: string): boolean {
  const segments = path.split('/')
  return segments.every((_, i) => isRealDirectory(join(root, ...segments.slice(0, i + 1))))
}

function filesBelow(root: string, path: string, tree: OpenSnapshot): SnapshotFile[] {
  return listFolder(join(root, path))
    .files.map((file): SnapshotFile => ({ ...file, path: `${path}/${file.path}`, ignored: true }))
    .filter((file) => !tree.files.has(file.path))
}
