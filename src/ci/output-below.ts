import { isAbsolute, relative, resolve, sep } from 'node:path'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { resolveInside } from '../fs/paths.ts'

/**
 * Where a file that a workflow names is to be written, from a workspace that holds what somebody else committed: below the
 * workspace never through a link, nor into git's own directory. What the workflow names elsewhere is as it says. Throws
 * `UserError` for a path that is refused; `name` is the input.
 */
export function outputBelow(workspace: string, path: string, name: string): string {
  const full = resolve(workspace, path)
  const below = relative(workspace, full)
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) return full
  const guarded = resolveInside(workspace, below.split(sep).join('/'))
  if ('path' in guarded) return guarded.path
  throw new UserError(
    `cannot write ${safeText(path)}, which the input ${name} names: ${guarded.refused}`,
    'Name a file that no commit can bring, outside the checkout.',
  )
}
