import { UserError } from '../core/errors.ts'
import type { Layout } from '../core/layout.ts'
import { safeText } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/**
 * Throws `UserError` when a directory with memory in it, or above it, could not be opened: to git it is empty, and
 * everything in it would pass for deleted.
 */
export function assertReadable(
  { unseen = [] }: OpenSnapshot,
  layouts: readonly Layout[],
  settings: Settings,
): void {
  const roots = layouts.flatMap((layout) => layout.roots(settings))
  const hidden = unseen.find((path) => roots.some((root) => isWithin(path, root) || isWithin(root, path)))
  if (hidden === undefined) return
  throw new UserError(
    `the directory ${safeText(hidden)} cannot be read`,
    'Make it readable: nothing in it is known.',
  )
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
