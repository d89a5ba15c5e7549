import { listedFiles, type SnapshotFile } from '../core/snapshot.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/**
 * A work tree of which git vouches for no content: every file is named by its very bytes. By git's word it may have other
 * line ends than on disk, and what is to be compared with bytes has to be read.
 */
export function withoutIds<Tree extends OpenSnapshot>(tree: Tree): Tree {
  return { ...tree, files: listedFiles(unnamed([...tree.files.values()])) }
}

/** Files whose contents are not known before they are read. */
export function unnamed(files: readonly SnapshotFile[]): readonly SnapshotFile[] {
  return files.map((file) => (file.mode === 'submodule' ? file : { ...file, id: null }))
}
