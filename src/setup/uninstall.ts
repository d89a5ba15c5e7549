import { join } from 'node:path'
import { MERGE_SECTION } from '../core/installed.ts'
import { DEFAULT_SETTINGS } from '../core/settings.ts'
import { SETTINGS_FILE } from '../engine/load-settings.ts'
import { stageCommand } from '../engine/stage-command.ts'
import { isThere } from '../fs/is-there.ts'
import { configValue } from '../git/repository-config.ts'
import { isOwnMergeSetting, MERGE_KEYS } from './hooks/merge-driver.ts'
import { planUninstall } from './hooks/plan-uninstall.ts'
import { textAt } from './hooks/site.ts'
import type { Change, Left } from './hooks/step.ts'
import { workflowWithMemkeep } from './hooks/workflow-file.ts'
import { openInstallation, wantedFor } from './installation.ts'
import { type ReadSite, readSite } from './read-site.ts'
import { removeKept } from './remove-kept.ts'
import type { ConfigDone, Next, SetupOptions, SetupResult } from './setup-result.ts'
import { setStart } from './start-config.ts'
import { takeHuskyAway } from './take-husky-away.ts'
import { unset } from './unset.ts'
import { shared, writeChanges } from './write-changes.ts'

type Unset = { readonly config: readonly ConfigDone[]; readonly left: readonly Left[] }

/** Takes away exactly what `init` added; what somebody changed since is left and named. */
export async function runUninstall({ cwd, from, dryRun }: SetupOptions): Promise<SetupResult> {
  const installation = await openInstallation(cwd, 'uninstall')
  const { root: top, git } = installation.roots
  const site = await readSite(installation.roots)
  const { settingsFile, settingsText } = wantedFor(DEFAULT_SETTINGS)
  const plan = planUninstall(site, { settingsFile, settingsText })
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const merge = await unsetMergeDriver(top, dryRun)
  const start = await setStart(site, top, { isWanted: false, dryRun })
  const husky = await takeHuskyAway(site, top, { plan, dryRun })
  const kept = await removeKept(git, dryRun)
  const done = shared(plan.changes, files)
  return {
    manager: null,
    isManagerNew: false,
    memory: null,
    files: [...files, ...kept.map((path) => ({ path: `.git/${path}`, did: 'deleted' as const }))],
    config: [...merge.config, ...start, ...husky.config],
    husky: husky.husky,
    left: [...plan.left, ...merge.left, ...husky.left],
    next: [
      ...afterUninstall(done, await stageCommand(done, { top, from })),
      ...settingsKept(site, plan.changes),
      ...workflowKept(site, plan.changes),
      ...copiesKept(git),
    ],
  }
}

function afterUninstall(done: readonly Change[], run: string | null): Next[] {
  return [
    ...(run === null ? [] : [{ text: 'commit what was taken away:', run }]),
    ...(done.length === 0 ? [] : [{ text: 'run memkeep uninstall in every other clone' }]),
  ]
}

function settingsKept(site: ReadSite, changes: readonly Change[]): Next[] {
  if (textAt(site, 'root', SETTINGS_FILE) === null) return []
  if (changes.some(({ base, path }) => base === 'root' && path === SETTINGS_FILE)) return []
  return [{ text: `delete ${SETTINGS_FILE} if you need its settings no longer` }]
}

function workflowKept(site: ReadSite, changes: readonly Change[]): Next[] {
  const path = workflowWithMemkeep(site)
  if (path === null || changes.some((change) => change.base === 'root' && change.path === path)) return []
  return [{ text: `take memkeep out of ${path}` }]
}

function copiesKept(gitDir: string): Next[] {
  if (!isThere(join(gitDir, 'memkeep/replaced'))) return []
  const text =
    '.git/memkeep/replaced was left: it holds what stood in derived files that memkeep replaced. Delete it if you need none of it'
  return [{ text }]
}

async function unsetMergeDriver(top: string, dryRun: boolean): Promise<Unset> {
  const ours: string[] = []
  const left: Left[] = []
  for (const key of MERGE_KEYS) {
    const present = await configValue(top, key)
    if (present === null) continue
    if (isOwnMergeSetting(key, present)) ours.push(key)
    else {
      left.push({
        message: `${key} was changed and was left`,
        mend: `git config --remove-section ${MERGE_SECTION}`,
      })
    }
  }
  return { config: await unset(top, ours, dryRun), left }
}
