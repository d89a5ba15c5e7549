import type { Diagnostic } from '../core/diagnostic.ts'
import { UserError } from '../core/errors.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import type { Settings } from '../core/settings.ts'
import type { FileListing } from '../core/snapshot.ts'
import { layouts } from '../layouts/index.ts'
import { type Project, projectPath } from '../snapshot/project.ts'
import type { Sides } from './context.ts'
import { nearestStore } from './other-stores.ts'
import { LOOKS_LIKE } from './root-findings.ts'

/** What a run looked at: "checked nothing" is never a pass. */
export type LookedAt = {
  /** Where it looked, for people: `work tree`. */
  readonly label: string
  readonly settings: Settings
  /** The files among which it looked. */
  readonly files: FileListing
  /** Documents, on either side of a check, and findings, which may also be about the repository as a whole. */
  readonly documents: number
  readonly diagnostics: readonly Diagnostic[]
}

/** Throws `UserError` when there was no memory to look at; it names what looks like some. */
export function assertMemory({ label, settings, files, documents, diagnostics }: LookedAt): void {
  const [near, ...more] = diagnostics.filter(({ rule }) => rule === LOOKS_LIKE)
  if (documents > 0 || diagnostics.length > more.length + (near ? 1 : 0)) return
  if (near) {
    throw new UserError(
      `no memory found in the ${label}; nearest to it: ${safePath(near.path)}`,
      safeText(`${near.message}. ${near.help}`),
    )
  }
  const store = nearestStore(files)
  const nearest = store ? `; nearest to it: ${safePath(store)} (an agent's memory: no layout reads it)` : ''
  throw new UserError(`no memory found in the ${label}${nearest}`, whereLayoutsLook(settings))
}

/** Where memory would be found, in a sentence. */
export function whereLayoutsLook(settings: Settings): string {
  const roots = layouts.flatMap((layout) => layout.roots(settings)).join(', ')
  const names = layouts.flatMap((layout) => layout.places?.(settings).slice(0, NAMED) ?? []).join(', ')
  return `The layouts look below ${roots}, and for ${names} and the like; memkeep.yaml can move them.`
}

/** So many places of a layout are named. */
const NAMED = 2

/**
 * Turns paths from the command line into a test for paths of findings; no paths mean everything.
 * Throws `UserError` for a path that neither side of the check has.
 */
export function wantedPaths(
  project: Project,
  paths: readonly string[],
  { after, before }: Sides,
): (path: string) => boolean {
  const wanted = paths.map((path) => ({ given: path, prefix: projectPath(project, path) }))
  for (const { given, prefix } of wanted) {
    if (hasBelow(after.files, prefix) || (before && hasBelow(before.files, prefix))) continue
    throw new UserError(
      `no file ${given} in the ${after.label}`,
      'Check the path; ignored files are not looked at.',
    )
  }
  return (path) => wanted.length === 0 || wanted.some(({ prefix }) => isBelow(path, prefix))
}

/** The error for given paths that exist and hold no memory: "checked nothing" is never a pass. */
export function noMemoryError([first = '.', ...others]: readonly string[]): UserError {
  const more = others.length === 0 ? 'holds' : `and ${others.length} more hold`
  return new UserError(`${first} ${more} no memory`, 'Without a path everything is checked.')
}

function hasBelow(files: ReadonlyMap<string, unknown>, prefix: string): boolean {
  if (files.has(prefix)) return true
  for (const path of files.keys()) if (isBelow(path, prefix)) return true
  return false
}

function isBelow(path: string, prefix: string): boolean {
  return prefix === '' || path === prefix || path.startsWith(`${prefix}/`)
}
