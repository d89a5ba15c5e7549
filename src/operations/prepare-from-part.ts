import { join } from 'node:path'
import type { Settings } from '../core/settings.ts'
import { listedFiles } from '../core/snapshot.ts'
import { loadSettings, SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { readFiles } from '../fs/read-files.ts'
import { arePlainFolders, isThere, kindAt, withParentFolders } from '../fs/stat.ts'
import type { Places } from '../git/list-work-tree.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import type { OperationCall } from './operation-call.ts'
import { type Prepared, prepare } from './prepare.ts'

/**
 * The answer of an operation that names the directories on which it depends: git is asked for these and not for the whole
 * work tree, which may be a hundred times as large. Null where only the whole will do: a refusal names what else
 * exists, and errors are reported as the whole shows them.
 */
export async function prepareFromPart(call: OperationCall): Promise<Prepared | null> {
  try {
    const folders = foldersOf(call, await settingsOnDisk(call))
    if (!folders || !arePlainFolders(call.project.root, folders)) return null
    const prepared = await prepare({ ...call, places: placesFor(folders, call) })
    if ('refusal' in prepared) return null
    // The file on disk may not be what git sees, or may have changed.
    const sameFolders = foldersOf(call, prepared.seen.load.settings)
    return String(sameFolders) === String(folders) ? prepared : null
  } catch (error) {
    if (error instanceof Error && error.name === 'UserError') return null
    throw error
  }
}

function foldersOf(
  { operation, layout, args, project }: OperationCall,
  settings: Settings,
): readonly string[] | null {
  if (!operation.readOnly || !project.repository || layout.ignoredRoots) return null
  const folders = operation.folders?.(args, settings)
  return folders?.every((folder) => PLAIN.test(folder)) ? folders : null
}

/** A path as git lists it: settings may write a root in another way. */
const PLAIN = /^(?!\.{0,2}(?:\/|$))[^/\\\0]+(?:\/(?!\.{0,2}(?:\/|$))[^/\\\0]+)*$/

/** Settings as git may see them. */
function settingsOnDisk({
  project: { root },
  options: { cwd, config, settings: override },
}: OperationCall): Promise<Settings> {
  const isFile = kindAt(join(root, SETTINGS_FILE)) === 'other'
  const snapshot: OpenSnapshot = {
    label: 'settings',
    files: listedFiles(isFile ? [{ path: SETTINGS_FILE, id: null, mode: 'file' }] : []),
    read: (paths) => readFiles(root, paths),
  }
  return loadSettings({ snapshot, cwd, config, root, skip: [], override })
}

/** The directories, the settings, and the attributes that say how files there are converted. */
function placesFor(folders: readonly string[], { project: { root } }: OperationCall): Places {
  const above = [...new Set(folders.flatMap(withParentFolders))]
  const files = [SETTINGS_FILE, '.gitattributes', ...above.map((path) => `${path}/.gitattributes`)]
  return { folders, files: files.filter((path) => isThere(join(root, path))) }
}
