import { isAbsolute, join, relative, resolve } from 'node:path'
import { diskModes } from '../../files/disk-modes.ts'
import { folderNames } from '../../files/folder-names.ts'
import { isThere } from '../../files/is-there.ts'
import { readFiles } from '../../files/read-files.ts'
import { decodeText } from '../../formats/decode-text.ts'
import { configValue, hooksDirectory } from '../../git/repository-config.ts'
import { HOOK_NAMES } from '../../hooks/hook-names.ts'
import { MANAGER_FILES } from '../../hooks/managers/detect.ts'
import { shimFile } from '../../hooks/shim-files.ts'
import { type Base, type FileState, fileKey, type HookFolder, type Site } from '../../hooks/site.ts'
import { SETTINGS_FILE } from '../load-settings.ts'

/** Where the files of a site lie on disk. */
export type SiteRoots = { readonly [base in Base]: string }

/** A site, and the very bytes that its files had. */
export type ReadSite = Site & { readonly bytes: ReadonlyMap<string, Uint8Array> }

/** Reads everything that decides how memkeep is set up in a work tree. Nothing in it is run. */
export async function readSite(roots: SiteRoots): Promise<ReadSite> {
  const hooksPath = await configValue(roots.root, 'core.hooksPath')
  const folder = folderOf(await hooksDirectory(roots.root), roots)
  const files = new Map<string, FileState>()
  const bytes = new Map<string, Uint8Array>()
  for (const base of ['root', 'git'] as const) {
    const root = roots[base]
    const paths = pathsIn(base, folder, roots).filter((path) => isThere(join(root, path)))
    const modes = diskModes(root, paths)
    for (const [path, content] of await readFiles(root, paths)) {
      const key = fileKey(base, path)
      if ('failure' in content) files.set(key, { trouble: content.failure })
      else if (modes.get(path) === 'link') files.set(key, { trouble: 'it is a symbolic link' })
      else {
        bytes.set(key, content.bytes)
        files.set(key, stateOf(content.bytes, modes.get(path) === 'executable'))
      }
    }
  }
  return { hooksPath, folder, files, bytes }
}

function stateOf(bytes: Uint8Array, isExecutable: boolean): FileState {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { trouble: 'it is not UTF-8' }
  // Windows has no such bit: there git runs every hook file.
  return { text: decoded.text, executable: isExecutable || process.platform === 'win32' }
}

/** Git's own directory comes first: it may lie in the work tree. */
function folderOf(path: string, roots: SiteRoots): HookFolder {
  const full = isAbsolute(path) ? path : resolve(roots.root, path)
  for (const base of ['git', 'root'] as const) {
    const inside = relative(roots[base], full).replaceAll('\\', '/')
    if (inside !== '' && inside !== '..' && !inside.startsWith('../') && !isAbsolute(inside)) {
      return { base, path: inside }
    }
  }
  return { outside: path }
}

function pathsIn(base: Base, folder: HookFolder, roots: SiteRoots): readonly string[] {
  const fixed =
    base === 'root'
      ? [
          ...MANAGER_FILES,
          SETTINGS_FILE,
          '.gitattributes',
          ...HOOK_NAMES.map(shimFile),
          ...listed(roots, base, '.husky'),
        ]
      : listed(roots, base, 'hooks')
  const own = 'path' in folder && folder.base === base ? [folder.path, folder.path.replace(/\/_$/, '')] : []
  return [...new Set([...fixed, ...own.flatMap((path) => listed(roots, base, path))])]
}

/** Samples are nobody's hooks. */
function listed(roots: SiteRoots, base: Base, folder: string): string[] {
  return folderNames(join(roots[base], folder))
    .filter((name) => !name.endsWith('.sample') && name !== '_')
    .map((name) => `${folder}/${name}`)
}
