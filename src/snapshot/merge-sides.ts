import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { isThere } from '../fs/stat.ts'
import { readSmall } from '../fs/text-files.ts'
import { localParents, mergeBases } from '../git/history.ts'
import { isObjectId } from '../git/object-id.ts'
import { listStaged } from '../git/read-index.ts'
import { headCommit } from '../git/refs.ts'
import type { GitOptions } from '../git/run-git.ts'
import { listedSnapshot } from './blob-files.ts'
import { openCommit } from './open-snapshot.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/** All parents of a merge but the first, and the merge bases, opened. */
export type MergeSnapshots = {
  /** Every further parent, in git's order. */
  readonly others: readonly OpenSnapshot[]
  /** The best common ancestors of every pair of parents; the first parent is number 0. */
  readonly bases: readonly { readonly between: readonly [number, number]; readonly snapshot: OpenSnapshot }[]
}

/**
 * Opens what a merge joins, from the full object ids of all its parents. Throws `UserError` where a commit is missing, or a
 * shallow history does not reach back to where the parents parted.
 */
export async function openMergeSides(
  top: string,
  parents: readonly string[],
  git: GitOptions = {},
): Promise<MergeSnapshots> {
  const commits = new Map<string, Promise<OpenSnapshot>>()
  const open = (oid: string): Promise<OpenSnapshot> => {
    const opened = commits.get(oid) ?? openCommit(top, oid, git)
    commits.set(oid, opened)
    return opened
  }
  const others = await Promise.all(parents.slice(1).map(open))
  const bases: MergeSnapshots['bases'][number][] = []
  for (const [second, b] of parents.entries()) {
    for (const [first, a] of parents.slice(0, second).entries()) {
      for (const oid of await mergeBases(top, [a, b], git)) {
        bases.push({ between: [first, second], snapshot: await open(oid) })
      }
    }
  }
  return { others, bases }
}

/**
 * The commits that a merge under way brings in, by full object id; none when there is no merge. Throws `UserError` when
 * `MERGE_HEAD` cannot be read.
 */
export function mergeHeads(gitDir: string): string[] {
  const path = join(gitDir, 'MERGE_HEAD')
  if (!isThere(path)) return []
  const text = readSmall(path)
  const oids = text?.split('\n').filter((line) => line !== '') ?? []
  if (oids.length > 0 && oids.every(isObjectId)) return oids
  throw new UserError(
    'MERGE_HEAD exists, but names no commits that can be read',
    'Start the merge again: `git merge --abort`, then `git merge`.',
  )
}

/** Where git's directory of a work tree is, and how git is asked there. */
type StoredRequest = { readonly top: string; readonly gitDir: string; readonly git: GitOptions }

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
