import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { HOOK_NAMES, MANAGER_FILES } from '../core/installed.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { decodeText } from '../formats/decode-text.ts'
import { folderNames } from '../fs/folders.ts'
import { realPath, resolveInside } from '../fs/paths.ts'
import { diskModes, isThere, readFiles } from '../fs/read-files.ts'
import { readSmall } from '../fs/text-files.ts'
import { configValue, hooksPaths } from '../git/repository.ts'
import { AGENTS } from './agents/agents.ts'
import { EDITOR_FILE } from './hooks/editor-settings.ts'
import { shimFile } from './hooks/hook-file.ts'
import { type Base, type FileState, fileKey, type HookFolder, type Site } from './hooks/site.ts'
import { START_CONFIG, START_FOLDER } from './hooks/start-hook.ts'
import type { Target } from './hooks/steps.ts'
import { WORKFLOW_FILE } from './hooks/workflow-file.ts'
import { ownHuskyFolder } from './managers/husky.ts'

/** The roots of a site on disk. */
export type SiteRoots = { readonly [base in Base]: string }

/** Set in the git settings of a clone to the folder for which `init` set husky up: `uninstall` removes it there. */
export const ARMED_KEY = 'memkeep.armed'

/** A site, and further facts about it. */
export type ReadSite = Site &
  FoundHooksPath & {
    /** The exact bytes of its files. */
    readonly bytes: ReadonlyMap<string, Uint8Array>
    /** The value of `memkeep.armed`; null when it is not set. */
    readonly noted: string | null
  }

/** Reads everything that decides how memkeep is set up in a work tree. Runs no program of it. */
export async function readSite(roots: SiteRoots): Promise<ReadSite> {
  const { hooksPath, startedIn } = await readHooksPath(roots.root)
  const noted = await configValue(roots.root, ARMED_KEY)
  const brought = ownHuskyFolder(noted, readSmall(join(roots.root, 'package.json')) ?? '')
  // For git an empty value means the root of the file system.
  const folder = hooksPath === '' ? { outside: '' } : folderOf(hooksPath ?? join(roots.git, 'hooks'), roots)
  const files = new Map<string, FileState>()
  const bytes = new Map<string, Uint8Array>()
  for (const base of ['root', 'git'] as const) {
    const root = roots[base]
    const paths = pathsIn(base, folder, roots).filter((path) => isThere(join(root, path)))
    const modes = diskModes(root, paths)
    for (const [path, content] of await readFiles(root, paths)) {
      const key = fileKey(base, path)
      if ('failure' in content) files.set(key, { trouble: content.failure })
      else if (modes.get(path) === 'link') files.set(key, { trouble: 'it is a symlink' })
      else {
        bytes.set(key, content.bytes)
        files.set(key, stateOf(content.bytes, modes.get(path) === 'executable'))
      }
    }
  }
  for (const { base, path } of writtenIn(folder)) {
    const guarded = resolveInside(roots[base], path, { linkItself: true })
    const key = fileKey(base, path)
    if ('refused' in guarded && !files.has(key)) files.set(key, { trouble: guarded.refused })
  }
  return { commonDir: realPath(roots.git), hooksPath, startedIn, folder, files, bytes, noted, brought }
}

/** Files that `init` may create: a symlink on the way to them is known before anything is planned. */
function writtenIn(folder: HookFolder): readonly Target[] {
  const hooks = HOOK_NAMES.flatMap((name): readonly Target[] => [
    { base: 'root', path: shimFile(name) },
    ...('path' in folder ? [{ base: folder.base, path: `${folder.path}/${name}` }] : []),
  ])
  const agents = AGENTS.map(({ file }): Target => ({ base: 'root', path: file }))
  return [...hooks, { base: 'git', path: START_CONFIG }, { base: 'root', path: WORKFLOW_FILE }, ...agents]
}

function stateOf(bytes: Uint8Array, isExecutable: boolean): FileState {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { trouble: 'it is not UTF-8' }
  // Windows has no executable bit: there git runs every hook file.
  return { text: decoded.text, executable: isExecutable || process.platform === 'win32' }
}

/** Git's own directory is tried first, because it may lie in the work tree. */
function folderOf(path: string, roots: SiteRoots): HookFolder {
  const full = isAbsolute(path) ? path : resolve(roots.root, path)
  for (const base of ['git', 'root'] as const) {
    const inside = below(roots[base], full)
    if (inside !== null) return { base, path: inside }
  }
  return { outside: full === roots.root ? '.' : path }
}

/** A path relative to a folder above it; null where that folder is not above it. */
function below(root: string, full: string): string | null {
  const inside = relative(root, full).replaceAll('\\', '/')
  const isOutside = inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside)
  return isOutside ? null : inside
}

function pathsIn(base: Base, folder: HookFolder, roots: SiteRoots): readonly string[] {
  const fixed =
    base === 'root'
      ? [
          ...MANAGER_FILES,
          SETTINGS_FILE,
          '.gitattributes',
          EDITOR_FILE,
          ...AGENTS.map(({ file }) => file),
          ...HOOK_NAMES.map(shimFile),
          ...listed(roots, base, '.husky'),
          ...listed(roots, base, dirname(WORKFLOW_FILE)),
        ]
      : [...listed(roots, base, 'hooks'), ...listed(roots, base, START_FOLDER), START_CONFIG]
  const own = 'path' in folder && folder.base === base ? [folder.path, folder.path.replace(/\/_$/, '')] : []
  return [...new Set([...fixed, ...own.flatMap((path) => listed(roots, base, path))])]
}

/** Git's samples are not hooks. */
function listed(roots: SiteRoots, base: Base, folder: string): string[] {
  return folderNames(join(roots[base], folder))
    .filter((name) => !name.endsWith('.sample') && name !== '_')
    .map((name) => `${folder}/${name}`)
}

/** `core.hooksPath` as people or their manager set it, and memkeep's folder that overrides it; null when not set. */
type FoundHooksPath = { readonly hooksPath: string | null; readonly startedIn: string | null }

/** Asks git which folders of hooks its settings name in a work tree. */
export async function readHooksPath(top: string): Promise<FoundHooksPath> {
  const all = await hooksPaths(top)
  const last = all.at(-1)
  return {
    hooksPath: all.filter(({ file }) => !isOwn(file)).at(-1)?.value ?? null,
    startedIn: last && isOwn(last.file) ? last.value : null,
  }
}

function isOwn(file: string): boolean {
  return file.replaceAll('\\', '/').endsWith(`/${START_CONFIG}`)
}
