import { join } from 'node:path'
import { rootPaths } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { listedFiles } from '../core/snapshot.ts'
import { loadSettings, SETTINGS_FILE, settingsFiles } from '../engine/settings/load-settings.ts'
import { arePlainFolders, isThere, kindAt, readFiles, withParentFolders } from '../fs/read-files.ts'
import type { Places } from '../git/list-work-tree.ts'
import type { OperationCall } from './operation-call.ts'

/** A path as git lists it: settings may write a root in another way. */
const PLAIN = /^(?!\.{0,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{0,2}(?:\/|$))[^/\\\0]+)*$/

/** The directories on which the answer depends; null where that cannot be said. */
export function foldersToRead(
  { operation, layout, args, project }: OperationCall,
  settings: Settings,
): readonly string[] | null {
  if (!operation.readOnly || !project.repository || rootPaths(layout, settings, 'ignored').length > 0)
    return null
  const folders = operation.folders?.(args, settings)
  return folders?.every((folder) => PLAIN.test(folder)) ? folders : null
}

/** Those directories, the settings, and the attributes that say how files there are converted. Throws as `loadSettings`. */
export async function partToRead(call: OperationCall): Promise<Places | null> {
  if (!call.operation.folders) return null
  const { root } = call.project
  const settings = await settingsOnDisk(call)
  const folders = foldersToRead(call, settings)
  if (!folders || !arePlainFolders(root, folders)) return null
  const above = [...new Set(folders.flatMap(withParentFolders))]
  const files = [
    ...settingsFiles(settings),
    '.gitattributes',
    ...above.map((path) => `${path}/.gitattributes`),
  ]
  return { folders, files: files.filter((path) => isThere(join(root, path))) }
}

/** The settings on disk, which may not be those that git sees. */
function settingsOnDisk({ project: { root }, options }: OperationCall): Promise<Settings> {
  const { cwd, config, settings: override } = options
  const isFile = kindAt(join(root, SETTINGS_FILE)) === 'other'
  const snapshot = {
    label: 'settings',
    files: listedFiles(isFile ? [{ path: SETTINGS_FILE, id: null, mode: 'file' }] : []),
    read: (paths: readonly string[]) => readFiles(root, paths),
  }
  return loadSettings({ snapshot, cwd, config, root, top: root, extendedOnDisk: true, skip: [], override })
}
