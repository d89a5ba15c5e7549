import { lstatSync } from 'node:fs'
import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { errorCode } from './fs-port.ts'

/** What stands at a path, a link itself and not where it leads. */
export type KindAt = 'directory' | 'link' | 'other' | 'nothing'

/** Looks at a path. Throws `UserError` when it cannot be known what stands there: that is not nothing. */
export function kindAt(path: string): KindAt {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (!stats) return 'nothing'
    return stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'link' : 'other'
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOTDIR') return 'nothing'
    throw new UserError(
      `${safeText(path)} cannot be looked at (${code})`,
      'Make the folders above it readable, or run elsewhere.',
      error,
    )
  }
}
