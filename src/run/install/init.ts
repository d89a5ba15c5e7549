import { configValue, setConfig } from '../../git/repository-config.ts'
import { MERGE_SETTINGS } from '../../hooks/merge-driver.ts'
import { planInstall } from '../../hooks/plan-install.ts'
import { textAt } from '../../hooks/site.ts'
import { afterInstall } from './after-install.ts'
import { isForThisTreeOnly, unreadyMain, wantedHooksPath } from './hooks-path.ts'
import { type Installation, openInstallation, wantedBy } from './installation.ts'
import { managerName } from './manager-name.ts'
import { readSite } from './read-site.ts'
import { setUpHusky } from './set-up-husky.ts'
import type { ConfigDone, SetupOptions, SetupResult } from './setup-result.ts'
import { workflowFor } from './workflow-for.ts'
import { writeChanges } from './write-changes.ts'

/** One run of `memkeep init`. */
export type InitOptions = SetupOptions & {
  readonly env: { readonly [name: string]: string | undefined }
  /** Editors' settings as well. */
  readonly editor?: boolean
}

/** Sets memkeep up in the repository around `cwd`. Done twice it changes nothing the second time. */
export async function runInit({ cwd, from, dryRun, env, editor = false }: InitOptions): Promise<SetupResult> {
  const installation = await openInstallation(cwd, 'init')
  const { roots } = installation
  const site = await readSite(roots)
  const asked = { editor, workflow: await workflowFor(roots.root) }
  const plan = planInstall(site, await wantedBy(installation), asked)
  const { husky: folder } = plan
  const hooksPath = folder === null ? null : wantedHooksPath(site, roots, folder)
  const isForNow = folder !== null && isForThisTreeOnly(site, hooksPath)
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const config = await setMergeDriver(installation, dryRun)
  const husky = await setUpHusky(site, roots, { folder, hooksPath, dryRun })
  const installed = {
    plan,
    files,
    staging: { top: roots.root, from },
    hasPackage: textAt(site, 'root', 'package.json') !== null,
    unready: isForNow ? await unreadyMain(site, roots, folder) : null,
    isForThisTreeOnly: isForNow,
  }
  return {
    manager: managerName(plan.manager),
    files,
    config: [...config, ...husky.config],
    husky: husky.husky,
    left: [...plan.left, ...husky.left],
    next: await afterInstall(installed, { root: roots.root, commonDir: roots.git, env }),
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
