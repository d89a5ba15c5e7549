import { today } from '../core/date.ts'
import { UserError } from '../core/errors.ts'
import { wantedLayouts } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { hookPaths } from '../engine/hook-paths.ts'
import { SETTINGS_FILE } from '../engine/load-settings.ts'
import { openMemory } from '../engine/open-memory.ts'
import { type SeenMemory, seenMemory, tellMemory } from '../engine/seen-memory.ts'
import { settingsTemplate } from '../formats/settings-template.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import { needRepository, openProject, type Project } from '../snapshot/project.ts'
import { findPackages } from './find-packages.ts'
import type { Wanted } from './hooks/wanted.ts'
import type { SiteRoots } from './read-site.ts'
import { schemaUses } from './schema-uses.ts'

/** The repository that memkeep is, or is to be, set up in. */
export type Installation = {
  readonly project: Project
  readonly roots: SiteRoots
}

/** Finds the repository around a directory; throws `UserError` where there is none with a work tree. */
export async function openInstallation(cwd: string, command: string): Promise<Installation> {
  const project = await openProject(cwd)
  const { top, commonDir } = needRepository(project, command)
  return { project, roots: { root: top, git: commonDir } }
}

/** What is asked for in a work tree, and the memory that is there. */
export type Survey = {
  readonly wanted: Wanted
  readonly seen: SeenMemory
  /** The same in words. */
  readonly told: string
}

/** Looks at the settings and the memory of a work tree. Throws `UserError` for settings that cannot be read. */
export async function survey({ project, roots }: Installation): Promise<Survey> {
  const memory = await openMemory({ project, cwd: roots.root, today: today(new Date()), cache: false })
  const { settings } = memory
  const wanted = wantedFor(settings, await findPackages(memory.after, roots.root))
  const seen = seenMemory(memory)
  return { wanted, seen, told: tellMemory(seen, settings) }
}

/** What `init` sets up for these settings, wherever the repository is. */
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
