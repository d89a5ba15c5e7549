import { UserError } from '../core/errors.ts'
import type { Layout } from '../core/layout.ts'
import { safeText } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'

/** A snapshot, with the paths that it could not name. */
export type OpenSnapshot = Snapshot & {
  readonly oddPaths?: readonly string[]
  /** Directories that could not be opened. */
  readonly unseen?: readonly string[]
  /** False when git's status and index show every change of it. */
  readonly hidesChanges?: boolean
  /** True when some file was read with other contents than those that were listed. */
  readonly wasEdited?: () => boolean
}

/** A snapshot of real files. Paths that are not valid UTF-8 are only named, with U+FFFD in them. */
export type RealSnapshot = OpenSnapshot & { readonly oddPaths: readonly string[] }

/** What is staged. */
export type StagedSnapshot = RealSnapshot & {
  /** Paths that are marked as left out of the work tree. */
  readonly skipped: ReadonlySet<string>
}

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
    'Make it readable: nothing in it can be checked.',
  )
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
