import { join } from 'node:path'
import type { FileListing } from '../core/snapshot.ts'
import { convertedFiles, extensionOf } from '../fs/content-filters.ts'
import { folderOf, outOfReach } from '../fs/paths.ts'
import { isThere } from '../fs/stat.ts'
import { memoryFiles } from '../snapshot/disbelieve.ts'
import type { Project } from '../snapshot/project.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { LoadOptions } from './load-options.ts'
import { SETTINGS_FILE } from './load-settings.ts'

/** What the outcome of a work tree's check stands on beside what git lists. */
export type Footing = {
  /** Paths that are not there: were they, they would be looked at although git does not list them. */
  readonly absent: readonly string[]
  /** `.gitattributes` files, which convert no contents that are read. */
  readonly attributes: readonly string[]
  /** Of the files that are read, in lower case. */
  readonly extensions: readonly string[]
  /** Folders with memory, none of which is or lies behind a link: paths with `//` between them, for there are many. */
  readonly folders: string
}

const BETWEEN = '//'

/** The footing of a work tree; null where something is looked at that git does not list. */
export function footingOf(
  after: OpenSnapshot,
  project: Project,
  { layouts: on, unsigned = [], settings }: Pick<LoadOptions, 'layouts' | 'unsigned' | 'settings'>,
): Footing | null {
  const { files } = after
  const layouts = [...on, ...unsigned]
  const absent = [
    ...(files.has(SETTINGS_FILE) ? [] : [SETTINGS_FILE]),
    ...layouts.flatMap((layout) => layout.ignoredRoots?.(settings) ?? []),
    ...layouts
      .flatMap((layout) => layout.localRoots?.(settings) ?? [])
      .filter((root) => !isListed(files, root)),
  ]
  const attributes = [...files.keys()].filter((path) => path.endsWith('.gitattributes'))
  const memory = memoryFiles(after, { layouts, settings }).map(({ path }) => path)
  const extensions = [...new Set([SETTINGS_FILE, ...memory].map(extensionOf))]
  const folders = [...new Set(memory.map(folderOf))]
  const footing = { absent, attributes, extensions, folders: folders.join(BETWEEN) }
  return holds(footing, project) && (after.hasSeenFolders || hasFolders(footing, project)) ? footing : null
}

/** True when git knows of a file below a directory. */
export function isListed(files: FileListing, folder: string): boolean {
  for (const { path, ignored } of files.values()) if (!ignored && path.startsWith(`${folder}/`)) return true
  return false
}

/** True while a work tree has all of that footing but the folders, which whoever has asked git knows. */
export function holds({ absent, attributes, extensions }: Footing, { root, repository }: Project): boolean {
  if (!repository || absent.some((path) => isThere(join(root, path)))) return false
  const converted = convertedFiles(attributes, repository)
  return converted !== 'all' && !extensions.some((extension) => converted.has(extension))
}

/** True while none of the folders is or lies behind a link. */
export function hasFolders({ folders }: Footing, { root }: Project): boolean {
  const isOut = outOfReach(root)
  return !folders.split(BETWEEN).some((folder) => isOut(`${folder}/any`))
}
