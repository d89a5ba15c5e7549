import type { Snapshot } from '../core/snapshot.ts'
import { blobId } from '../fs/read-files.ts'
import { mergeTree } from '../git/merge.ts'
import { blobIds } from '../git/tree.ts'
import { openCommit } from '../snapshot/open-snapshot.ts'
import type { Contents, MergeRequest } from './merge-request.ts'

/** Set for git while it merges for us: the driver that it starts again must not do the same. */
const GUARD = 'MEMKEEP_MERGING'

/** `git merge` names the commits that it merges so. */
const HEAD_NAME = /^GITHEAD_([0-9a-f]{40}|[0-9a-f]{64})$/

/**
 * What the merge that git is at comes to, below the folder of the file that is merged. Null where git does not say what
 * it merges (rebase, cherry-pick), merges something else first (the common ancestors of branches that crossed), leaves
 * a conflict there, or is too old.
 */
export async function mergedSnapshot(contents: Contents, request: MergeRequest): Promise<Snapshot | null> {
  const { cwd, env, path } = request
  const heads = Object.keys(env).flatMap((name) => HEAD_NAME.exec(name)?.[1] ?? [])
  const [other] = heads
  if (env[GUARD] !== undefined || other === undefined || heads.length > 1) return null
  if (!(await isThatMerge(contents, other, request))) return null
  const merged = await mergeTree(cwd, other, { hook: true, env: { [GUARD]: '1' } })
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (!merged || merged.conflicted.some((one) => one !== path && one.startsWith(folder))) return null
  const whole = await openCommit(cwd, merged.tree, { hook: true })
  return { ...whole, files: new Map([...whole.files].filter(([one]) => one.startsWith(folder))) }
}

/** True when the two sides are the very files that HEAD and the other commit have. */
async function isThatMerge(
  { ours, theirs }: Contents,
  other: string,
  { cwd, path }: MergeRequest,
): Promise<boolean> {
  const ids = await blobIds(cwd, ['HEAD', other], { path, hook: true })
  const format = other.length === 64 ? 'sha256' : 'sha1'
  return ids !== null && ids[0] === blobId(ours, format) && ids[1] === blobId(theirs, format)
}
