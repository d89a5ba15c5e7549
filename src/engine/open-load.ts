import { isAbsolute, relative, resolve } from 'node:path'
import { openSignatureCache } from '../cache/signature-cache.ts'
import { wantedLayouts } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import { realPath } from '../fs/paths.ts'
import { ignoredPaths } from '../git/path-status.ts'
import type { GitOptions } from '../git/run-git.ts'
import { layouts } from '../layouts/index.ts'
import { rules } from '../rules/index.ts'
import type { Project } from '../snapshot/project.ts'
import { storedSnapshots } from '../snapshot/stored-snapshots.ts'
import { factsVersion, type KeptFacts, openFacts } from './facts.ts'
import type { LoadOptions } from './load-options.ts'
import { loadSettings, SETTINGS_FILE, type SettingsSource } from './load-settings.ts'

/** Whose settings hold, and whether facts of earlier runs are used and kept. */
export type LoadRequest = SettingsSource & {
  readonly cache: boolean
  /** How git is asked, in a hook. */
  readonly git?: GitOptions | undefined
  readonly parser?: 'auto' | 'remark' | undefined
  /** As in `LoadOptions`. */
  readonly keepsFacts?: boolean | undefined
  /** Threads that read documents at a time. */
  readonly jobs?: number | undefined
}

/** What every document is read with; whoever has looked at them saves the facts. */
export type KeptLoad = LoadOptions & { readonly facts: KeptFacts }

/**
 * Every layout and rule, the settings of a snapshot and the facts of earlier runs. Throws `UserError` for settings that
 * are missing, unreadable or wrong.
 */
export async function openLoad(project: Project, request: LoadRequest): Promise<KeptLoad> {
  const settings = await loadSettings(request)
  return {
    ...(await openLoadWith(settings, project, request)),
    settingsOf: settingsOf(project, request, settings),
  }
}

/** The same with settings that are given. */
async function openLoadWith(
  settings: Settings,
  project: Project,
  request: Omit<LoadRequest, keyof SettingsSource>,
): Promise<KeptLoad> {
  const { cache, git = {}, parser = 'auto', jobs, keepsFacts } = request
  const { repository } = project
  const facts = await openFacts(cache ? project : null, { settings, parser, layouts })
  const { commonDir } = project.repository ?? {}
  const isKept = cache && commonDir !== undefined
  const signatures = isKept ? openSignatureCache(commonDir, factsVersion({ settings, parser })) : null
  return {
    layouts: wantedLayouts(layouts, settings),
    rules,
    settings,
    facts,
    signatures,
    keepsFacts,
    parser,
    jobs,
    allLayouts: layouts,
    areIgnored: repository ? (folders) => areIgnored(repository.top, folders) : undefined,
    stored: repository ? () => storedSnapshots({ ...repository, git }) : undefined,
  }
}

/** Files that git holds are never ignored, so it is asked for one that no repository has. */
async function areIgnored(top: string, folders: readonly string[]): Promise<boolean> {
  const paths = folders.map((folder) => `${folder}/memkeep-asks-for-this.json`)
  return (await ignoredPaths(top, paths)).length > 0
}

/** A file that `--config` names holds for every snapshot as it is there, one outside of the repository as it is. */
function settingsOf(
  project: Project,
  request: LoadRequest,
  given: Settings,
): NonNullable<LoadOptions['settingsOf']> {
  const { config, cwd, skip, snapshot: present } = request
  const path = config === undefined ? SETTINGS_FILE : pathInside(project, resolve(cwd, config))
  if (path === null || (config !== undefined && !present.files.has(path))) return async () => given
  return async (snapshot) => {
    const at = snapshot.files.has(path) ? path : SETTINGS_FILE
    const id = snapshot.files.get(at)?.id
    if (config === undefined && id !== null && id === present.files.get(at)?.id) return given
    return loadSettings({ snapshot, cwd, skip, path: at })
  }
}

/** A path of the disk as snapshots have it; null for one outside of the repository. */
function pathInside({ root }: Project, path: string): string | null {
  const inside = relative(realPath(root), realPath(path)).replaceAll('\\', '/')
  return inside === '' || inside === '..' || inside.startsWith('../') || isAbsolute(inside) ? null : inside
}
