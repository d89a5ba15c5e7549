import { DEFAULT_SETTINGS } from '../../core/settings.ts'
import { removeEmptyFolders } from '../../files/remove-empty-folders.ts'
import { listWorkTrees } from '../../git/list-work-trees.ts'
import { configValue, unsetConfig } from '../../git/repository-config.ts'
import { MERGE_SECTION, MERGE_SETTINGS } from '../../hooks/merge-driver.ts'
import type { Change, Left } from '../../hooks/plan-install.ts'
import { planUninstall } from '../../hooks/plan-uninstall.ts'
import { textAt } from '../../hooks/site.ts'
import { SETTINGS_FILE } from '../load-settings.ts'
import { disarmHusky } from './arm-husky.ts'
import { ARMED_KEY, type ConfigDone, type SetupResult } from './init.ts'
import { openInstallation, wantedFor } from './installation.ts'
import { type ReadSite, readSite } from './read-site.ts'
import { type Done, writeChanges } from './write-changes.ts'

type Unset = { readonly config: readonly ConfigDone[]; readonly left: readonly Left[] }

/** Takes away exactly what `init` added; what somebody changed since is left and named. */
export async function runUninstall({
  cwd,
  dryRun,
}: {
  readonly cwd: string
  readonly dryRun: boolean
}): Promise<SetupResult> {
  const installation = await openInstallation(cwd, 'uninstall')
  const { project, roots } = installation
  const site = await readSite(roots)
  const armed = (await configValue(roots.root, ARMED_KEY)) !== null
  const { settingsFile, settingsText } = wantedFor(DEFAULT_SETTINGS)
  const plan = planUninstall(site, { settingsFile, settingsText, armed })
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const merge = await unsetMergeDriver(roots.root, dryRun)
  const husky = await disarm(roots.root, plan.husky, dryRun)
  const record = armed ? await unset(roots.root, [ARMED_KEY], dryRun) : []
  if (project.repository && !dryRun) removeEmptyFolders(project.repository.gitDir, 'memkeep/tmp')
  return {
    manager: null,
    files,
    config: [...merge.config, ...husky.config, ...record],
    armed: husky.armed,
    left: [...plan.left, ...merge.left, ...husky.left],
    next: [...afterUninstall(files), ...settingsKept(site, plan.changes)],
  }
}

function afterUninstall(files: readonly Done[]): string[] {
  if (files.every(({ path, did }) => did === 'refused' || path.startsWith('.git/'))) return []
  return ['commit what changed, and run memkeep uninstall in every other clone']
}

function settingsKept(site: ReadSite, changes: readonly Change[]): string[] {
  if (textAt(site, 'root', SETTINGS_FILE) === null) return []
  if (changes.some(({ base, path }) => base === 'root' && path === SETTINGS_FILE)) return []
  return [`delete ${SETTINGS_FILE} if you need its settings no longer`]
}

async function unsetMergeDriver(top: string, dryRun: boolean): Promise<Unset> {
  const ours: string[] = []
  const left: Left[] = []
  for (const [key, value] of MERGE_SETTINGS) {
    const present = await configValue(top, key)
    if (present === value) ours.push(key)
    else if (present !== null) {
      left.push({ message: `${key} was changed and was left: git config --remove-section ${MERGE_SECTION}` })
    }
  }
  return { config: await unset(top, ours, dryRun), left }
}

async function unset(top: string, keys: readonly string[], dryRun: boolean): Promise<ConfigDone[]> {
  for (const key of dryRun ? [] : keys) await unsetConfig(top, key)
  return keys.map((key) => ({ key, did: 'unset' }))
}

async function disarm(
  top: string,
  folder: string | null,
  dryRun: boolean,
): Promise<Unset & { readonly armed: readonly string[] }> {
  if (folder === null) return { config: [], left: [], armed: [] }
  const tops = await listWorkTrees(top)
  const left: Left[] = []
  for (const one of dryRun ? [] : tops) {
    const reason = await disarmHusky(one, folder)
    if (reason !== null) left.push({ message: `husky's files in ${one} were left: ${reason}` })
  }
  return { config: await unset(top, ['core.hooksPath'], dryRun), left, armed: tops }
}
