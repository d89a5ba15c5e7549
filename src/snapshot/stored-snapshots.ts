import type { Snapshot } from '../core/snapshot.ts'
import { localParents } from '../git/history.ts'
import { listStaged } from '../git/read-index.ts'
import { headCommit } from '../git/refs.ts'
import type { GitOptions } from '../git/run-git.ts'
import { listedSnapshot } from './blob-files.ts'
import { mergeHeads } from './merge-sides.ts'
import { openCommit } from './open-snapshot.ts'

/** Where git's directory of a work tree is, and how git is asked there. */
export type StoredRequest = { readonly top: string; readonly gitDir: string; readonly git: GitOptions }

/**
 * Where git still has a file that is gone, newest first: what is staged, the last commit, and the commits that a merge
 * joins, be it under way or the last commit itself.
 */
export async function storedSnapshots({ top, gitDir, git }: StoredRequest): Promise<readonly Snapshot[]> {
  const [{ files, oddPaths }, head] = await Promise.all([listStaged(top, git), headCommit(top, git)])
  const staged = listedSnapshot({ label: 'staged files', top, files, oddPaths, options: git })
  if (head === null) return [staged]
  const parents = await localParents(top, head, git)
  const joined = parents.length > 1 ? parents : []
  const commits = [head, ...mergeHeads(gitDir), ...joined]
  return [staged, ...(await Promise.all(commits.map((oid) => openCommit(top, oid, git))))]
}
