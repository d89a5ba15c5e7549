import type { FileChanges } from '../core/changes/file-changes.ts'
import type { Document } from '../core/document.ts'
import { MERGE_DRIVER_KEY } from '../core/installed.ts'
import type { Layout } from '../core/layout.ts'
import { firstNames, safePath } from '../core/messages.ts'
import { readAttribute } from '../git/path-status.ts'
import { configValue } from '../git/repository.ts'
import type { GitOptions } from '../git/run-git.ts'
import type { HookProject } from './hook-request.ts'

type Staged = {
  readonly files: FileChanges | undefined
  readonly documents: readonly Document[]
  readonly layouts: readonly Layout[]
}

/** So many files are named. */
const FEW = 3

/**
 * Says which files that a commit adds or moves git would merge as text, though memkeep joins their sides: `init` wrote its attributes
 * before they were there. Nothing is said where git does not know the merge driver, or merges a file in a way that was chosen.
 */
export async function unmergedFiles(
  { repository }: HookProject,
  { files, documents, layouts }: Staged,
  git: GitOptions,
): Promise<readonly string[]> {
  const fresh = new Set([...(files?.added ?? []), ...(files?.moved ?? []).map(({ to }) => to)])
  if (fresh.size === 0) return []
  const joined = new Set(
    layouts.flatMap(({ id, kinds }) => kinds.flatMap((kind) => (kind.merge ? [`${id} ${kind.id}`] : []))),
  )
  const paths = documents.flatMap(({ path, layout, kind }) =>
    fresh.has(path) && joined.has(`${layout} ${kind}`) ? [path] : [],
  )
  if (paths.length === 0) return []
  const { top } = repository
  if ((await configValue(top, MERGE_DRIVER_KEY, git)) === null) return []
  const values = await readAttribute(top, 'merge', paths, git)
  const open = paths.filter((path) => values.get(path) === 'unspecified')
  if (open.length === 0) return []
  return [
    `git merges ${firstNames(open.map(safePath), FEW)} as text: run \`memkeep init\`, so that the entries of both sides are merged, and commit .gitattributes`,
  ]
}
