import { join } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import type { Snapshot } from '../core/snapshot.ts'
import type { WritePlan } from '../core/write-plan.ts'
import { storeCopy } from '../fs/atomic-write.ts'
import type { Project } from '../snapshot/project.ts'
import type { Checked } from './check-snapshot.ts'
import { replacedUnread } from './derived-plan.ts'

/** A plan of derived files, and the check that it came from. */
type Replacement = { readonly memories: Checked['memories']; readonly plan: WritePlan }

/**
 * Copies derived files that could not be read, and that a plan replaces, into git's own directory (without git:
 * into `.memkeep` at the root), so that not a byte is lost. Returns one remark per copy.
 */
export async function copyReplaced(
  project: Project,
  snapshot: Snapshot,
  { memories, plan }: Replacement,
): Promise<string[]> {
  const paths = [...replacedUnread(memories)].filter((path) => plan.has(path) && snapshot.files.has(path))
  const contents = await snapshot.read(paths)
  const folder = join(project.repository?.commonDir ?? join(project.root, '.memkeep'), 'memkeep', 'replaced')
  return [...contents].flatMap(([path, content]) => {
    if (!('bytes' in content)) return []
    return [
      `${path} could not be read and was rebuilt; what it held is kept in ${kept(folder, path, content.bytes)}`,
    ]
  })
}

function kept(folder: string, path: string, bytes: Uint8Array): string {
  try {
    return storeCopy(folder, path, bytes)
  } catch (cause) {
    throw new UserError(
      `${safeText(path)} cannot be read, and no copy of it can be kept in ${safeText(folder)}: nothing was written`,
      'Make that directory writable, or mend the file by hand.',
      cause,
    )
  }
}
