import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { GITLAB_FILE, HOOK_NAMES, hookBlock, MANAGER_FILES } from '../core/installed.ts'
import type { OpenForm } from '../core/layout.ts'
import type { PlannedFile } from '../core/write-plan.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { decodeText } from '../formats/decode-text.ts'
import { folderNames, removeEmptyFolders } from '../fs/folders.ts'
import { realPath, resolveInside } from '../fs/paths.ts'
import { diskModes, isThere, readFiles } from '../fs/read-files.ts'
import { readSmall } from '../fs/text-files.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import {
  configValue,
  excludeConfig,
  hooksPaths,
  includeConfig,
  includeKeys,
  includingKeys,
  unsetConfig,
} from '../git/repository.ts'
import { writingIn } from '../snapshot/project.ts'
import { AGENTS } from './agents/agents.ts'
import { shimFile } from './hooks/marked-block.ts'
import {
  type Base,
  type Change,
  displayPath,
  EDITOR_FILE,
  type FileState,
  fileKey,
  type HookFolder,
  type ManualStep,
  type Site,
  type SiteRoots,
  START_CONFIG,
  START_FOLDER,
  type Target,
  textAt,
  WORKFLOW_FILE,
} from './hooks/site.ts'
import type { Installation, MemorySurvey } from './installation.ts'
import { namesHusky, ownHuskyFolder } from './managers/husky.ts'

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

/**
 * Reads everything that decides how memkeep is set up in a work tree. Runs no program of it. `path` is the folder of hooks that git
 * will be set to.
 */
export async function readSite(roots: SiteRoots, path?: string): Promise<ReadSite> {
  const { hooksPath: set, startedIn } = await readHooksPath(roots.root)
  const hooksPath = path ?? set
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

/** A site with the folder of hook files that `init` makes git use: `shared`, null where git is left as it is. */
export async function readSharedSite(
  roots: SiteRoots,
): Promise<{ readonly site: ReadSite; readonly shared: string | null }> {
  const site = await readSite(roots)
  const shared = sharedHooks(site, roots.root)
  return { site: shared === null ? site : await readSite(roots, shared), shared }
}

/**
 * The folder in which a clone has the hook files of its repository, with memkeep's part in them: `.gitattributes` names them, and
 * git's own setting is not cloned. Null where git is set to a folder, for husky's, which husky sets, and for the files that a manager
 * calls.
 */
function sharedHooks(site: ReadSite, root: string): string | null {
  if (site.hooksPath !== null || namesHusky(textAt(site, 'root', 'package.json') ?? '')) return null
  const attributes = textAt(site, 'root', '.gitattributes') ?? ''
  const [, folder] =
    /^\/([^\s"*?[\]\\]+)\/pre-commit text eol=lf$/m.exec(attributes.replaceAll('\r\n', '\n')) ?? []
  const others = ['.husky', dirname(shimFile('pre-commit'))]
  if (folder === undefined || others.includes(folder)) return null
  if ('refused' in resolveInside(root, `${folder}/pre-commit`)) return null
  return hookBlock(readSmall(join(root, folder, 'pre-commit')) ?? '') === null ? null : folder
}

/** Files that `init` may create: a symlink on the way to them is known before anything is planned. */
function writtenIn(folder: HookFolder): readonly Target[] {
  const hooks = HOOK_NAMES.flatMap((name): readonly Target[] => [
    { base: 'root', path: shimFile(name) },
    ...('path' in folder ? [{ base: folder.base, path: `${folder.path}/${name}` }] : []),
  ])
  const agents = AGENTS.map(({ file }): Target => ({ base: 'root', path: file }))
  const workflows = [WORKFLOW_FILE, GITLAB_FILE].map((path) => ({ base: 'root', path }) as const)
  return [...hooks, { base: 'git', path: START_CONFIG }, ...workflows, ...agents]
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
    hooksPath: all.filter(({ file }) => !isOwnConfig(file)).at(-1)?.value ?? null,
    startedIn: last && isOwnConfig(last.file) ? last.value : null,
  }
}

function isOwnConfig(file: string): boolean {
  return file.replaceAll('\\', '/').endsWith(`/${START_CONFIG}`)
}

/** A setting of git that was made or removed, and why, where its name does not say so. */
export type ConfigDone = { readonly key: string; readonly did: 'set' | 'unset'; readonly why?: string }

/**
 * What a person does next; `run` is a shell command for the directory of the call. It is `needed` where hooks do not work until
 * then: `doctor` calls that wrong.
 */
export type Next = { readonly text: string; readonly run?: string; readonly needed?: true }

/** What was done about husky, and what is left. */
export type HuskyResult = {
  readonly config: readonly ConfigDone[]
  /** Folders in which husky's own files were written or removed. */
  readonly husky: readonly string[]
  /** What only a person can do. */
  readonly left: readonly ManualStep[]
}

/** What `init` or `uninstall` did, or would do. */
export type SetupResult = HuskyResult & {
  /** What runs the hooks, for people; null when it does not matter. */
  readonly manager: string | null
  /** The hooks were not run before. */
  readonly isManagerNew: boolean
  /** Git does not call it for all hooks yet. */
  readonly isManagerIdle?: boolean
  /** What memkeep sees of the memory, the same as a sentence, and what the settings that are written leave open; null when it does not matter. */
  readonly memory: {
    readonly seen: MemorySurvey['layouts']
    readonly description: string
    readonly open: readonly OpenForm[]
  } | null
  readonly files: readonly FileDone[]
  /** What comes next, when everything went well. */
  readonly next: readonly Next[]
}

/** One run of `init` or `uninstall`. */
export type SetupOptions = {
  readonly cwd: string
  /** Where the shell is. */
  readonly from: string
  readonly dryRun: boolean
}

/** The outcome for one file. */
export type FileDone = {
  readonly path: string
  readonly did: 'created' | 'changed' | 'deleted' | 'refused'
  /** Why it was refused. */
  readonly reason?: string
}

/** Where and how files are written. */
type Writing = { readonly installation: Installation; readonly dryRun: boolean }

/** The changes of work tree files that were made. */
export function sharedChanges(changes: readonly Change[], done: readonly FileDone[]): readonly Change[] {
  const refused = new Set(done.filter(({ did }) => did === 'refused').map(({ path }) => path))
  return changes.filter((change) => change.base === 'root' && !refused.has(displayPath(change)))
}

/** Writes the planned changes of a site and removes folders that become empty, or only lists them. */
export function writeChanges(
  site: ReadSite,
  changes: readonly Change[],
  { installation, dryRun }: Writing,
): readonly FileDone[] {
  const done = [...new Map(changes.map((change) => [displayPath(change), outcome(site, change)])).values()]
  if (dryRun) return done
  const { project, roots } = installation
  const writing = writingIn(project)
  const refused = new Map<string, string>()
  for (const base of ['root', 'git'] as const) {
    const own = changes.filter((change) => change.base === base)
    const plan = new Map(own.map((change) => [change.path, planned(change)]))
    const expected = new Map(own.map(({ path }) => [path, site.bytes.get(fileKey(base, path)) ?? null]))
    const result = applyWritePlan(roots[base], plan, expected, writing)
    for (const { path, reason } of result.refused) refused.set(displayPath({ base, path }), reason)
    for (const { path, text } of own) {
      // Git makes its folder of hooks itself and expects it to stay.
      const isGits = base === 'git' && !path.startsWith(`${START_FOLDER}/`)
      if (text === null && !isGits) removeEmptyFolders(roots[base], dirname(path))
    }
  }
  return done.map((one) => {
    const reason = refused.get(one.path)
    return reason === undefined ? one : { path: one.path, did: 'refused', reason }
  })
}

function planned({ text, executable }: Change): PlannedFile {
  if (text === null) return { kind: 'delete' }
  return { kind: 'text', text, ...(executable && { executable }) }
}

function outcome({ files }: ReadSite, { base, path, text }: Change): FileDone {
  const isNew = !files.has(fileKey(base, path))
  return { path: displayPath({ base, path }), did: text === null ? 'deleted' : isNew ? 'created' : 'changed' }
}

/** Removes settings from the repository's own, or only lists them. */
export async function unsetKeys(
  top: string,
  keys: readonly string[],
  dryRun: boolean,
): Promise<ConfigDone[]> {
  for (const key of dryRun ? [] : keys) await unsetConfig(top, key)
  return keys.map((key) => ({ key, did: 'unset' }))
}

const WHY = 'git starts hooks in its own directory, with any commit checked out'

/**
 * Makes git start hooks in its own directory, or no longer where `isWanted` is false. Removes the keys of an earlier
 * place.
 */
export async function setStartConfig(
  { commonDir }: ReadSite,
  top: string,
  { isWanted, dryRun }: { readonly isWanted: boolean; readonly dryRun: boolean },
): Promise<readonly ConfigDone[]> {
  const wanted = isWanted ? includeKeys(commonDir) : []
  const present = await includingKeys(top, START_CONFIG)
  const [missing, old] = [without(wanted, present), without(present, wanted)]
  for (const key of dryRun ? [] : old) await excludeConfig(top, key, START_CONFIG)
  for (const key of dryRun ? [] : missing) await includeConfig(top, key, START_CONFIG)
  return [
    ...old.map((key) => ({ key, did: 'unset' }) as const),
    ...missing.map((key) => ({ key, did: 'set', why: WHY }) as const),
  ]
}

function without(keys: readonly string[], others: readonly string[]): readonly string[] {
  return keys.filter((key) => !others.includes(key))
}
