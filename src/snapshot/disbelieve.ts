import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { listedFiles, type SnapshotFile } from '../core/snapshot.ts'
import { isRefused, outOfReach } from '../fs/paths.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/** Whose files are looked at. */
type Remembered = { readonly layouts: readonly Layout[]; readonly settings: Settings }

/**
 * A work tree without the ids of memory that is not read from there: git takes files for unchanged where a folder became a
 * link to one that holds them, and says nothing of the link when it ignores that. What is known of the contents is not said
 * of files that cannot be read.
 */
export function disbelieve<Tree extends OpenSnapshot>(tree: Tree, root: string, known: Remembered): Tree {
  // Most paths are ordinary, and that is seen sooner than which are memory's.
  if (tree.hasSeenFolders && ![...tree.files.keys()].some(isRefused)) return tree
  const isOut = tree.hasSeenFolders ? isRefused : outOfReach(root)
  const out = new Set(
    memoryFiles(tree, known).flatMap(({ path, id }) => (id !== null && isOut(path) ? [path] : [])),
  )
  if (out.size === 0) return tree
  const files = [...tree.files.values()].map((file) => (out.has(file.path) ? { ...file, id: null } : file))
  return { ...tree, files: listedFiles(files) }
}

/** The files below the layouts' roots, at any depth. */
export function memoryFiles(
  { files }: OpenSnapshot,
  { layouts, settings }: Remembered,
): readonly SnapshotFile[] {
  const roots = [...new Set(layouts.flatMap((layout) => layout.roots(settings)))].map((root) => `${root}/`)
  // Most files of a repository are no memory, and that is seen quickly.
  const outermost = new Set(roots.map(firstOf))
  return [...files.values()].filter(
    ({ path }) => outermost.has(firstOf(path)) && roots.some((root) => path.startsWith(root)),
  )
}

function firstOf(path: string): string {
  return path.slice(0, path.indexOf('/'))
}
