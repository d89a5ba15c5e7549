import type { SchemaUse } from './editor-settings.ts'

/** What the settings of memkeep ask for. */
export type Wanted = {
  readonly pathspecs: readonly string[]
  /** Folders below the top in which memkeep may be installed. */
  readonly packages: readonly string[]
  readonly mergePatterns: readonly string[]
  /** Name and text of a settings file, for a repository that has none. */
  readonly settingsFile: string
  readonly settingsText: string
  /** Which JSON Schemas hold for which files. */
  readonly schemas: readonly SchemaUse[]
}
