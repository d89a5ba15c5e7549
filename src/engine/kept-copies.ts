import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import type { MovingPlan } from '../core/write-plan.ts'
import { storeCopy } from '../fs/atomic-write.ts'
import type { FsPort } from '../fs/fs-port.ts'
import { blobId } from '../fs/read-files.ts'
import type { Expected } from '../fs/write-plan.ts'
import { blobIds } from '../git/tree.ts'
import { type Project, writingIn } from '../snapshot/project.ts'

/** A plan, and the bytes that it was made for. */
type Deletion = { readonly plan: MovingPlan; readonly before: Expected; readonly fs?: FsPort | undefined }

/**
 * Copies files that a plan deletes with `keepCopy` into git's own directory (without git: into `.memkeep` at the root), where
 * the last commit does not have exactly their bytes. Returns one remark per copy. Throws `UserError` where no copy can be kept.
 */
export async function copyDeleted(project: Project, { plan, before, fs }: Deletion): Promise<string[]> {
  const remarks: string[] = []
  for (const [path, file] of plan) {
    const bytes = before.get(path)
    if (file.kind !== 'delete' || !file.keepCopy || !bytes || (await isCommitted(project, path, bytes)))
      continue
    const copy = keptCopy(project, path, { bytes, fs })
    remarks.push(
      `${safePath(path)} is not in the last commit as it was; what it held is kept in ${safeText(copy)}`,
    )
  }
  return remarks
}

async function isCommitted({ repository }: Project, path: string, bytes: Uint8Array): Promise<boolean> {
  const [id] = (repository && (await blobIds(repository.top, ['HEAD'], { path }))) ?? []
  return id !== undefined && id === blobId(bytes, id.length > SHA1 ? 'sha256' : 'sha1')
}

/** Hexadecimal digits of an object id of SHA-1. */
const SHA1 = 40

function keptCopy(
  project: Project,
  path: string,
  content: { readonly bytes: Uint8Array; readonly fs: FsPort | undefined },
): string {
  const { root, repository } = project
  const folder = join(repository?.commonDir ?? join(root, '.memkeep'), 'memkeep', 'kept')
  try {
    return storeCopy(folder, path, { ...content, ...writingIn(project) })
  } catch (cause) {
    throw new UserError(
      `${safePath(path)} holds what no commit has, and no copy of it can be kept in ${safeText(folder)}: nothing was written`,
      'Make that directory writable, or commit the file first.',
      cause,
    )
  }
}
