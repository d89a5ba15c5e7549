import { valueAt } from '../../core/json.ts'
import { readJson } from '../../formats/json/read-json.ts'
import type { InstallScript } from '../managers/husky.ts'

/** Where `init` puts the workflow that checks the memory on GitHub. */
export const WORKFLOW_FILE = '.github/workflows/memory.yml'

/** Where VS Code and editors based on it keep the settings of a repository. */
export const EDITOR_FILE = '.vscode/settings.json'

/** The folder, in git's own directory, of the hooks that git starts with any commit checked out. */
export const START_FOLDER = 'memkeep/hooks'

/**
 * The settings that name this folder: `.git/config` includes them, so that a person's own `core.hooksPath` is not
 * replaced.
 */
export const START_CONFIG = 'memkeep/hooks.config'

/** Where a file lies: below the top of the work tree, or below the git directory that all work trees share. */
export type Base = 'root' | 'git'

/** The roots of a site on disk. */
export type SiteRoots = { readonly [base in Base]: string }

/** The directory in which git looks for hooks. */
export type HookFolder = { readonly base: Base; readonly path: string } | { readonly outside: string }

/** One file as it is now, or why it cannot be read. */
export type FileState = { readonly text: string; readonly executable: boolean } | { readonly trouble: string }

/** Every existing file that may matter, by `fileKey`. */
export type SiteFiles = { readonly files: ReadonlyMap<string, FileState> }

/** Everything that decides how memkeep is set up in one work tree, as plain data. */
export type Site = SiteFiles & {
  /** The directory of git that all work trees share, with no symlink in its path. */
  readonly commonDir: string
  /** The value of `core.hooksPath` without memkeep's own; null when it is not set. */
  readonly hooksPath: string | null
  /** The folder to which that leads. */
  readonly folder: HookFolder
  /** The folder of hook files for which memkeep set husky up; null when it did not. */
  readonly brought: string | null
}

/** The key of a file in a site. */
export function fileKey(base: Base, path: string): string {
  return `${base}:${path}`
}

/** A file's text; null when there is none, or it cannot be read. */
export function textAt({ files }: SiteFiles, base: Base, path: string): string | null {
  const state = files.get(fileKey(base, path))
  return state && 'text' in state ? state.text : null
}

/** Names of the files in a folder, without those in folders below it. */
export function namesIn({ files }: Site, base: Base, folder: string): string[] {
  const prefix = fileKey(base, `${folder}/`)
  return [...files.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .filter((name) => !name.includes('/'))
}

/** True when package.json depends on memkeep, from any source: without that, `npm ci` does not install it. */
export function isInPackage(site: SiteFiles): boolean {
  return dependsOnMemkeep(textAt(site, 'root', 'package.json') ?? '')
}

/** The members of a package.json that name what is installed with it. */
export const DEPENDENCY_FIELDS = ['dependencies', 'devDependencies', 'optionalDependencies'] as const

/** True for a package.json that depends on memkeep, from any source. */
export function dependsOnMemkeep(text: string): boolean {
  const manifest = readJson(text)
  return DEPENDENCY_FIELDS.some((field) => valueAt(manifest, [field, 'memkeep']) !== undefined)
}

/** Files to which a JSON Schema of the package applies. */
export type SchemaUse = {
  readonly format: 'yaml' | 'json'
  /** Its path in the package. */
  readonly schema: string
  /** Relative to the repository root. */
  readonly globs: readonly string[]
}

/** What the settings of memkeep ask for. */
export type Wanted = {
  readonly pathspecs: readonly string[]
  /** Folders below the top in which memkeep may be installed. */
  readonly packages: readonly string[]
  readonly mergePatterns: readonly string[]
  /** These, and those that an earlier `init` may have written for memory that is not there: they may stay. */
  readonly possiblePatterns: readonly string[]
  /** Name and text of the settings file for a repository that has none. */
  readonly settingsFile: string
  readonly settingsText: string
  /** The script of package.json by which an install sets a clone up; null where no script fits. */
  readonly installScript: InstallScript | null
  /** How commands of the packages at the top are called. */
  readonly runner: string
  /** Which JSON Schemas apply to which files. */
  readonly schemas: readonly SchemaUse[]
}

/** A file by its place. */
export type Target = { readonly base: Base; readonly path: string }

/** One file that changes; its text is null when it is deleted. */
export type Change = {
  readonly base: Base
  readonly path: string
  readonly text: string | null
  readonly executable?: boolean
}

/** What only a person can do: why, and the exact lines to add by hand, or another action. */
export type ManualStep = {
  readonly message: string
  readonly lines?: readonly string[]
  readonly fix?: string
}

/** Says that a file was not touched, and why. */
export function leftUnchanged(target: Target, reason: string): string {
  return `${displayPath(target)} was left as it is: ${reason}`
}

/** A file's name for people. The files that git starts count as one. */
export function displayPath({ base, path }: Target): string {
  if (base === 'git' && (path === START_CONFIG || path.startsWith(`${START_FOLDER}/`)))
    return `.git/${START_FOLDER}`
  return base === 'git' ? `.git/${path}` : path
}
