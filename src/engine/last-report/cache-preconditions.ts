import { join } from 'node:path'
import type { CachePreconditions } from '../../cache/last-report.ts'
import { rootPaths } from '../../core/layout.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { convertedFiles, extensionOf } from '../../fs/content-filters.ts'
import { isThere } from '../../fs/read-files.ts'
import type { OpenSnapshot, Project } from '../../snapshot/project.ts'
import { filesOfLayouts } from '../claims.ts'
import type { MemoryContext } from '../context.ts'
import { SETTINGS_FILE, settingsFiles } from '../settings/load-settings.ts'

/**
 * What the report of a work tree depends on, other than git's status and index; null where it depends on more. `known`: what an
 * earlier one depended on, where the same files are listed under the same settings.
 */
export function cachePreconditions(
  after: OpenSnapshot,
  project: Project,
  load: MemoryContext,
  known?: CachePreconditions,
): CachePreconditions | null {
  const { hidesChanges = true, wasEdited } = after
  // What an installed package says is in no state of the work tree.
  if (settingsFiles(load.settings).some((path) => path !== SETTINGS_FILE && !after.files.has(path)))
    return null
  const preconditions = known ?? preconditionsOf(after, load)
  return !hidesChanges && !wasEdited?.() && areMet(preconditions, project) ? preconditions : null
}

function preconditionsOf(
  after: OpenSnapshot,
  { layouts: on, unsigned = [], settings }: MemoryContext,
): CachePreconditions {
  const { files } = after
  const layouts = [...on, ...unsigned]
  const absent = [
    ...(files.has(SETTINGS_FILE) ? [] : [SETTINGS_FILE]),
    ...layouts.flatMap((layout) => rootPaths(layout, settings, 'ignored')),
    ...layouts
      .flatMap((layout) => rootPaths(layout, settings, 'local'))
      .filter((root) => !isListed(files, root)),
  ]
  const attributes = [...files.keys()].filter((path) => path.endsWith('.gitattributes'))
  const byLayout = filesOfLayouts(after, layouts, settings)
  const memory = layouts.flatMap(({ id }) => byLayout.get(id) ?? [])
  const own = settingsFiles(settings)
  const extensions = [...new Set([...own, ...memory.map(({ path }) => path)].map(extensionOf))]
  return { absent, attributes, extensions, settings: own }
}

/** True when git knows of a file below a directory. */
export function isListed(files: FileListing, folder: string): boolean {
  for (const { path, ignored } of files.values()) if (!ignored && path.startsWith(`${folder}/`)) return true
  return false
}

/** True while no unlisted file exists at these paths, and git converts no contents. */
export function areMet(
  { absent, attributes, extensions }: CachePreconditions,
  { root, repository }: Project,
): boolean {
  if (!repository || absent.some((path) => isThere(join(root, path)))) return false
  const converted = convertedFiles(attributes, repository)
  return converted !== 'all' && !extensions.some((extension) => converted.has(extension))
}
