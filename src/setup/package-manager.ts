import { join } from 'node:path'
import { valueAt } from '../core/json.ts'
import { folderOf } from '../core/path.ts'
import { readJson } from '../formats/json/read-json.ts'
import { isThere } from '../fs/read-files.ts'

/** What installs the packages of a JavaScript project. */
export type PackageManager = 'npm' | 'yarn' | 'pnpm' | 'bun'

/** The lock files of npm, yarn, pnpm and bun. */
const LOCKS: { readonly [name: string]: PackageManager } = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'yarn.lock': 'yarn',
  'pnpm-lock.yaml': 'pnpm',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/** The names of lock files. */
export const LOCK_NAMES: readonly string[] = Object.keys(LOCKS)

/** The manager that writes a lock file. */
export function managerOf(lock: string): PackageManager {
  return LOCKS[lock.slice(lock.lastIndexOf('/') + 1)] ?? 'npm'
}

/** The command that adds a package for development, from a file. */
const ADDS: { readonly [name in PackageManager]: string } = {
  npm: 'npm install --save-dev',
  yarn: 'yarn add -D',
  pnpm: 'pnpm add -D',
  bun: 'bun add -d',
}

/** What calls a command of the packages. */
const RUNNERS: { readonly [name in PackageManager]: string } = {
  npm: 'npx',
  yarn: 'yarn',
  pnpm: 'pnpm exec',
  bun: 'bunx',
}

/** How a manager calls a command of the packages that it installed. */
export function runnerOf(used: UsedManager | null): string {
  return RUNNERS[used?.name ?? 'npm']
}

/** The command of a manager that adds a package for development, from a file. */
export function addCommand(used: UsedManager | null): string {
  return ADDS[used?.name ?? 'npm']
}

/** True for yarn 2 and newer, which does not run the script `prepare` of the top when it installs. */
export function isNewYarn(manifest: string, lock: string): boolean {
  const named = valueAt(readJson(manifest), ['packageManager'])
  const version = typeof named === 'string' ? /^yarn@(\d+|stable|berry)/.exec(named)?.[1] : undefined
  if (version !== undefined) return !['0', '1'].includes(version)
  return /^__metadata:/m.test(lock)
}

/** What hooks need where yarn makes no folder of commands. */
export const NEEDS_COMMANDS =
  'Yarn makes no node_modules/.bin here, where hooks look for memkeep. Set nodeLinker: node-modules in .yarnrc.yml and run yarn install, or npm install --global the same package on each machine that commits.'

/** True where yarn makes no folder of commands: by Plug'n'Play, or as links into its store. */
export function lacksCommands(top: string): boolean {
  return ['.pnp.cjs', 'node_modules/.store'].some((path) => isThere(join(top, path)))
}

/** The manager that a repository uses, and the file that says so. */
export type UsedManager = { readonly name: PackageManager; readonly file: string }

/** What is known of the files of a repository. */
type Known = {
  /** True for a file that git has, at least staged. */
  readonly isTracked: (path: string) => boolean
  readonly isThere: (path: string) => boolean
  /** The text of a file in the work tree. */
  readonly textOf: (path: string) => string | undefined
}

/**
 * The manager that installs the packages of a folder: package.json names it, or git has its lock file, in the folder or the nearest
 * one above it. Npm where git has a lock file of several. Where git has none, the lock file of another manager than npm decides: a line
 * for npm makes npm's next to it. Null where nothing says it.
 */
export function usedManager(folder: string, known: Known): UsedManager | null {
  const isOther = (path: string): boolean => managerOf(path) !== 'npm' && known.isThere(path)
  const all = foldersUp(folder)
  return (
    firstOf(all, (one) => named(one, known) ?? locked(one, known.isTracked)) ??
    firstOf(all, (one) => locked(one, isOther))
  )
}

/** A folder and those above it: the lock file of a workspace lies at its top. */
export function foldersUp(folder: string): readonly string[] {
  return folder === '' ? [''] : [folder, ...foldersUp(folderOf(folder))]
}

/** The path of a file in a folder; the top has no name. */
export function inFolder(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

function firstOf<T>(folders: readonly string[], find: (folder: string) => T | null): T | null {
  for (const folder of folders) {
    const found = find(folder)
    if (found !== null) return found
  }
  return null
}

function named(folder: string, { textOf }: Known): UsedManager | null {
  const file = inFolder(folder, 'package.json')
  const manifest = readJson(textOf(file) ?? '')
  const values = [
    valueAt(manifest, ['packageManager']),
    valueAt(manifest, ['devEngines', 'packageManager', 'name']),
  ]
  const name = values
    .map((value) => (typeof value === 'string' ? /^(npm|yarn|pnpm|bun)(?:@|$)/.exec(value)?.[1] : undefined))
    .find((one) => one !== undefined)
  return name === undefined ? null : { name: name as PackageManager, file }
}

function locked(folder: string, isOne: (path: string) => boolean): UsedManager | null {
  const [file] = LOCK_NAMES.map((name) => inFolder(folder, name)).filter(isOne)
  return file === undefined ? null : { name: managerOf(file), file }
}
