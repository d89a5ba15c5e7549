import { join } from 'node:path'
import { today } from '../core/date.ts'
import { UserError } from '../core/errors.ts'
import { type Layout, wantedLayouts } from '../core/layout.ts'
import { safePath } from '../core/safe-text.ts'
import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { schemaPath } from '../core/source.ts'
import { compareText } from '../core/text.ts'
import { claimFiles } from '../engine/documents/claims.ts'
import { type OpenMemory, openMemory } from '../engine/open-memory.ts'
import { hookPaths, SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { findLookAlikes, type LookAlike } from '../engine/unclaimed.ts'
import { settingsTemplate } from '../formats/settings-template.ts'
import { folderOf } from '../fs/paths.ts'
import { isThere } from '../fs/stat.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { assertRepository, openProject, type Project } from '../snapshot/project.ts'
import { textOfBytes } from '../snapshot/read-texts.ts'
import { pathGlobs, type SchemaUse } from './hooks/editor-settings.ts'
import { INSTALLED } from './hooks/shim.ts'
import type { Wanted } from './hooks/site.ts'
import { dependsOnMemkeep } from './hooks/workflow-file.ts'
import type { SiteRoots } from './read-site.ts'

/** The repository in which memkeep is, or will be, set up. */
export type Installation = {
  readonly project: Project
  readonly roots: SiteRoots
}

/** Finds the repository around a directory; throws `UserError` where there is none with a work tree. */
export async function openInstallation(cwd: string, command: string): Promise<Installation> {
  const project = await openProject(cwd)
  const { top, commonDir } = assertRepository(project, command)
  return { project, roots: { root: top, git: commonDir } }
}

/** What the settings of a work tree ask for, and the memory in it. */
export type Survey = {
  readonly wanted: Wanted
  readonly seen: MemorySurvey
  /** The same as a sentence for people. */
  readonly description: string
}

/** Looks at the settings and the memory of a work tree. Throws `UserError` for settings that cannot be read. */
export async function surveyMemory({ project, roots }: Installation): Promise<Survey> {
  const memory = await openMemory({ project, cwd: roots.root, today: today(new Date()), cache: false })
  const { settings } = memory
  const wanted = wantedFor(settings, await findPackages(memory.after, roots.root))
  const seen = surveyLayouts(memory)
  return { wanted, seen, description: describeMemory(seen, settings) }
}

/** What `init` sets up for these settings, in any repository. */
export function wantedFor(settings: Settings, packages: readonly string[] = []): Wanted {
  const wanted = wantedLayouts(layouts, settings)
  return {
    packages,
    pathspecs: hookPaths(layouts, settings),
    mergePatterns: wanted.flatMap((layout) => layout.mergePatterns?.(settings) ?? []),
    settingsFile: SETTINGS_FILE,
    settingsText: settingsTemplate(layouts, rules),
    schemas: schemaUses(wanted, settings),
  }
}

/** The same for another work tree of the repository. */
export function inWorkTree({ roots }: Installation, project: Project): Installation {
  const { repository } = project
  if (!repository) throw new UserError(`${project.root} is no work tree`)
  return { project, roots: { ...roots, root: repository.top } }
}

/**
 * The folders of packages below the top that have memkeep: their package.json names it, or it is installed in them. None
 * where the package at the top names it, since hooks look there first.
 */
export async function findPackages(snapshot: Snapshot, top: string): Promise<readonly string[]> {
  const paths = [...snapshot.files.keys()].filter((path) => /(?:^|\/)package\.json$/.test(path))
  const own = paths.filter((path) => !path.includes('node_modules/'))
  const contents = await snapshot.read(own)
  const named = own.filter((path) => {
    const content = contents.get(path)
    return content && 'bytes' in content && dependsOnMemkeep(textOfBytes(content.bytes))
  })
  if (named.includes('package.json')) return []
  const installed = own.filter((path) => isThere(join(top, folderOf(path), INSTALLED)))
  const folders = [...named, ...installed].map(folderOf).filter((folder) => folder !== '')
  return [...new Set(folders)].sort(compareText)
}

/** Which JSON Schema applies to which files, where a language server can use it; it cannot check front matter. */
function schemaUses(layouts: readonly Layout[], settings: Settings): readonly SchemaUse[] {
  const own = { format: 'yaml', schema: 'schemas/memkeep.schema.json', globs: [SETTINGS_FILE] } as const
  const others = layouts.flatMap((layout) =>
    layout.kinds.flatMap(({ id, format, schema, paths }): SchemaUse[] => {
      if (!schema || (format !== 'yaml' && format !== 'json')) return []
      const globs = pathGlobs(paths).map((glob) => moved(glob, layout, settings))
      return [{ format, schema: schemaPath(layout.id, id), globs }]
    }),
  )
  return [own, ...others]
}

/** A kind names the default place of its files; settings may have moved a root. */
function moved(glob: string, { roots }: Layout, settings: Settings): string {
  const now = roots(settings)
  const index = roots(DEFAULT_SETTINGS).findIndex((root) => glob.startsWith(`${root}/`))
  const [from = '', to] = [roots(DEFAULT_SETTINGS)[index], now[index]]
  return to === undefined ? glob : to + glob.slice(from.length)
}

/** What memkeep sees of the memory in a work tree. */
export type MemorySurvey = {
  /** How many files each layout has; nothing for layouts without files. */
  readonly layouts: readonly { readonly layout: string; readonly files: number }[]
  /** What lies where a layout has its files, and does not show that it is one's memory. */
  readonly alike: readonly LookAlike[]
}

/** The layouts that have files in a memory, and what only looks like memory. */
function surveyLayouts(memory: OpenMemory): MemorySurvey {
  const counts = new Map<string, number>()
  for (const { layout } of claimFiles(memory.after, memory)) {
    counts.set(layout.id, (counts.get(layout.id) ?? 0) + 1)
  }
  const seen = [...counts].map(([layout, files]) => ({ layout, files }))
  return { layouts: seen, alike: findLookAlikes(memory.after, memory) }
}

/** What `init` and `doctor` say of the memory that is seen, and of what looks like memory and is not read. */
function describeMemory({ layouts: seen, alike }: MemorySurvey, settings: Settings): string {
  if (seen.length > 0) return seen.map(({ layout, files }) => `${layout} (${counted(files)})`).join(', ')
  const [first] = alike
  if (first) {
    const path = safePath(first.paths[0] ?? '.')
    return `none is seen; nearest to it is ${path} (looks like ${first.layout.id}, ${first.why}). If it is memory, set layouts: { ${first.layout.id}: on } in memkeep.yaml`
  }
  const roots = layouts.flatMap((layout) => layout.roots(settings)).join(', ')
  return `none is seen: the layouts look below ${roots}; memkeep.yaml can move them`
}

function counted(files: number): string {
  return `${files} file${files === 1 ? '' : 's'}`
}
