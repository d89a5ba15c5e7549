import type { SchemaUse } from './editor-settings.ts'

/** Where a file lies: below the top of the work tree, or below the git directory that all work trees share. */
export type Base = 'root' | 'git'

/** The directory in which git looks for hooks. */
export type HookFolder = { readonly base: Base; readonly path: string } | { readonly outside: string }

/** One file as it is now, or why it cannot be read. */
export type FileState = { readonly text: string; readonly executable: boolean } | { readonly trouble: string }

/** Everything that decides how memkeep is set up in one work tree, as plain data. */
export type Site = {
  /** The directory of git that all work trees share, with no symlink in its path. */
  readonly commonDir: string
  /** The value of `core.hooksPath` without memkeep's own; null when it is not set. */
  readonly hooksPath: string | null
  /** The folder to which that leads. */
  readonly folder: HookFolder
  /** The folder of hook files for which memkeep set husky up; null when it did not. */
  readonly brought: string | null
  /** Every existing file that may matter, by `fileKey`. */
  readonly files: ReadonlyMap<string, FileState>
}

/** The key of a file in a site. */
export function fileKey(base: Base, path: string): string {
  return `${base}:${path}`
}

/** A file's text; null when there is none, or it cannot be read. */
export function textAt({ files }: Pick<Site, 'files'>, base: Base, path: string): string | null {
  const state = files.get(fileKey(base, path))
  return state && 'text' in state ? state.text : null
}

/** Names of the files in a folder, without those in folders below it. */
export function namesIn({ files }: Pick<Site, 'files'>, base: Base, folder: string): string[] {
  const prefix = fileKey(base, `${folder}/`)
  return [...files.keys()]
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .filter((name) => !name.includes('/'))
}

/** What the settings of memkeep ask for. */
export type Wanted = {
  readonly pathspecs: readonly string[]
  /** Folders below the top in which memkeep may be installed. */
  readonly packages: readonly string[]
  readonly mergePatterns: readonly string[]
  /** Name and text of the settings file for a repository that has none. */
  readonly settingsFile: string
  readonly settingsText: string
  /** Which JSON Schemas apply to which files. */
  readonly schemas: readonly SchemaUse[]
}
