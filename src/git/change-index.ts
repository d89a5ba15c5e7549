import {
  askGit,
  type GitOptions,
  gitFailure,
  gitNonsense,
  isObjectId,
  objectHash,
  runGit,
} from './run-git.ts'

/** What one path in an index becomes: a blob with a mode, or deleted. */
export type StagedChange = {
  readonly path: string
  readonly blob: { readonly id: string; readonly executable: boolean } | null
}

/** 20 ms, doubled each time: about 1.3 s in all. */
const PAUSES = [20, 40, 80, 160, 320, 640]

/** Git's own words for a lock that another process holds. */
const LOCKED = /Unable to create '[^']*\.lock': File exists/

/**
 * Stores a text as a blob, through the content filters of its path, and returns its id. The text is UTF-8, as git
 * keeps it: `working-tree-encoding` is not applied backwards.
 */
export async function storeBlob(
  top: string,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  options: GitOptions,
): Promise<string> {
  const run = { ...options, input: bytes }
  const id = await hashed(top, ['hash-object', '-w', '--stdin', `--path=${path}`], run)
  if (id === objectHash('blob', bytes, id) || !(await hasEncoding(top, path, options))) return id
  return hashed(top, ['hash-object', '-w', '--stdin', '--no-filters'], run)
}

async function hasEncoding(top: string, path: string, options: GitOptions): Promise<boolean> {
  const args = ['check-attr', '-z', 'working-tree-encoding', '--', path]
  const value = (await runGit(top, args, options)).toString('utf8').split('\0')[2]
  return value !== undefined && !['unspecified', 'unset', 'set'].includes(value)
}

/** The id that bytes would have as a blob at a path, after its content filters. Nothing is stored. */
export async function filteredBlobId(
  top: string,
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  options: GitOptions,
): Promise<string> {
  return hashed(top, ['hash-object', '--stdin', `--path=${path}`], { ...options, input: bytes })
}

/**
 * A blob as it would be checked out at a path: its line ends converted, its filters applied. Throws `UserError` for
 * bytes that would not be the same blob again.
 */
export async function readFilteredBlob(
  top: string,
  { path, id }: { readonly path: string; readonly id: string },
  options: GitOptions,
): Promise<Buffer> {
  const args = ['cat-file', '--filters', `--path=${path}`, id]
  const bytes = await runGit(top, args, options)
  if ((await filteredBlobId(top, { path, bytes }, options)) !== id)
    throw gitNonsense(args, 'other contents than asked for')
  return bytes
}

/**
 * Changes entries of an index. Waits up to about 1.3 s for a lock that another process holds. A directory or symlink
 * in a path's place is never replaced: git fails, and so does this. `skipped` paths stay left out of the work tree.
 */
export async function changeIndex(
  top: string,
  changes: readonly StagedChange[],
  { skipped, ...options }: GitOptions & { readonly skipped: ReadonlySet<string> },
): Promise<void> {
  const added = changes.flatMap(({ path, blob }) =>
    blob ? ['--cacheinfo', `${blob.executable ? '100755' : '100644'},${blob.id},${path}`] : [],
  )
  const removed = changes.flatMap(({ path, blob }) => (blob ? [] : [path]))
  if (added.length > 0) await retryWhileLocked(top, ['update-index', '--add', ...added], options)
  if (removed.length > 0)
    await retryWhileLocked(top, ['update-index', '--force-remove', '--', ...removed], options)
  const kept = changes.flatMap(({ path, blob }) => (blob && skipped.has(path) ? [path] : []))
  if (kept.length > 0)
    await retryWhileLocked(top, ['update-index', '--skip-worktree', '--', ...kept], options)
}

async function retryWhileLocked(top: string, args: readonly string[], options: GitOptions): Promise<void> {
  for (const pause of [...PAUSES, null]) {
    const answer = await askGit(top, args, options)
    if (answer.code === 0) return
    if (pause === null || !LOCKED.test(answer.stderr)) throw gitFailure(top, args, answer)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

async function hashed(
  top: string,
  args: readonly string[],
  run: GitOptions & { readonly input: Uint8Array },
): Promise<string> {
  const id = (await runGit(top, args, run)).toString('utf8').trim()
  if (!isObjectId(id)) throw gitNonsense(args, id)
  return id
}
