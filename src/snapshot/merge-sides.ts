import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { isThere } from '../fs/stat.ts'
import { readSmall } from '../fs/text-files.ts'
import { mergeBases } from '../git/history.ts'
import { isObjectId } from '../git/object-id.ts'
import type { GitOptions } from '../git/run-git.ts'
import { openCommit } from './open-snapshot.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/** What a merge joins besides its first parent, opened. */
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
 * The commits that a merge under way brings in, by full object id; none when there is no merge. Throws `UserError` when git's
 * note of them cannot be read.
 */
export function mergeHeads(gitDir: string): string[] {
  const path = join(gitDir, 'MERGE_HEAD')
  if (!isThere(path)) return []
  const text = readSmall(path)
  const oids = text?.split('\n').filter((line) => line !== '') ?? []
  if (oids.length > 0 && oids.every(isObjectId)) return oids
  throw new UserError(
    'git notes a merge in MERGE_HEAD, but no commits in it that can be read',
    'Start the merge again: `git merge --abort`, then `git merge`.',
  )
}
