import { listWorkTrees } from '../../git/list-work-trees.ts'
import { configValue, setConfig } from '../../git/repository-config.ts'
import { MERGE_SETTINGS } from '../../hooks/merge-driver.ts'
import { type InstallPlan, planInstall } from '../../hooks/plan-install.ts'
import { textAt } from '../../hooks/site.ts'
import { afterInstall } from './after-install.ts'
import { armHusky, isArmed } from './arm-husky.ts'
import { type Installation, openInstallation, wantedBy } from './installation.ts'
import { managerName } from './manager-name.ts'
import { type ReadSite, readSite } from './read-site.ts'
import { type Done, writeChanges } from './write-changes.ts'

/** Set in git's settings of a clone where husky was armed by `init`: there `uninstall` takes it away again. */
export const ARMED_KEY = 'memkeep.armed'

/** A setting of git that was made or taken away. */
export type ConfigDone = { readonly key: string; readonly did: 'set' | 'unset' }

/** What `init` or `uninstall` did, or would do. */
export type SetupResult = {
  /** What runs the hooks, for people; null when it does not matter. */
  readonly manager: string | null
  readonly files: readonly Done[]
  readonly config: readonly ConfigDone[]
  /** Work trees where husky's own files were written or removed. */
  readonly armed: readonly string[]
  /** What only a person can do. */
  readonly left: InstallPlan['left']
  /** What comes next, when everything went well. */
  readonly next: readonly string[]
}

/** Sets memkeep up in the repository around `cwd`. Done twice it changes nothing the second time. */
export async function runInit({
  cwd,
  dryRun,
}: {
  readonly cwd: string
  readonly dryRun: boolean
}): Promise<SetupResult> {
  const installation = await openInstallation(cwd, 'init')
  const site = await readSite(installation.roots)
  const plan = planInstall(site, await wantedBy(installation))
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const config = await setMergeDriver(installation, dryRun)
  const husky = await armEverywhere(installation, site, { folder: plan.husky, dryRun })
  return {
    manager: managerName(plan.manager),
    files,
    config: [...config, ...husky.config],
    armed: husky.armed,
    left: [...plan.left, ...husky.left],
    next: afterInstall(plan, files, textAt(site, 'root', 'package.json') !== null),
  }
}

async function setMergeDriver({ roots }: Installation, dryRun: boolean): Promise<ConfigDone[]> {
  const done: ConfigDone[] = []
  for (const [key, value] of MERGE_SETTINGS) {
    if ((await configValue(roots.root, key)) === value) continue
    if (!dryRun) await setConfig(roots.root, key, value)
    done.push({ key, did: 'set' })
  }
  return done
}

type Armed = Pick<SetupResult, 'armed' | 'left' | 'config'>

async function armEverywhere(
  { roots }: Installation,
  { hooksPath }: ReadSite,
  { folder, dryRun }: { folder: string | null; dryRun: boolean },
): Promise<Armed> {
  if (folder === null) return { armed: [], left: [], config: [] }
  const tops = await listWorkTrees(roots.root)
  const toArm = tops.filter((top) => hooksPath === null || !isArmed(top, folder))
  const armed: string[] = []
  const left: { message: string }[] = []
  for (const top of toArm) {
    const reason = dryRun ? null : await armHusky(top, folder)
    if (reason === null) armed.push(top)
    else left.push({ message: `husky could not be armed in ${top}: ${reason}` })
  }
  if (hooksPath !== null || armed.length === 0) return { armed, left, config: [] }
  if (!dryRun) await setConfig(roots.root, ARMED_KEY, folder)
  return {
    armed,
    left,
    config: [
      { key: 'core.hooksPath', did: 'set' },
      { key: ARMED_KEY, did: 'set' },
    ],
  }
}
