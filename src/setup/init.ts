import { configValue, setConfig } from '../git/repository-config.ts'
import { afterInstall } from './after-install.ts'
import { plainEnvironment } from './doctor/plain-path.ts'
import { mergeSettings } from './hooks/merge-driver.ts'
import { type InstallPlan, planInstall } from './hooks/plan-install.ts'
import { type Site, textAt } from './hooks/site.ts'
import { isOwnHusky } from './hooks/start-steps.ts'
import { type Installation, openInstallation, survey } from './installation.ts'
import { managerName } from './manager-name.ts'
import { PREPARE_SCRIPT } from './managers/prepare-script.ts'
import { readSite } from './read-site.ts'
import { setUpHusky } from './set-up-husky.ts'
import type { ConfigDone, SetupOptions, SetupResult } from './setup-result.ts'
import { setStart } from './start-config.ts'
import { workflowFor } from './workflow-for.ts'
import { writeChanges } from './write-changes.ts'

/** One run of `memkeep init`. */
export type InitOptions = SetupOptions & {
  readonly env: { readonly [name: string]: string | undefined }
  /** Editors' settings as well. */
  readonly editor?: boolean
  /** No file of the work tree: only what git does not clone. */
  readonly clone?: boolean
}

/** Sets memkeep up in the repository around `cwd`. Done twice it changes nothing the second time. */
export async function runInit(options: InitOptions): Promise<SetupResult> {
  const { cwd, from, dryRun, env, editor = false, clone = false } = options
  const installation = await openInstallation(cwd, 'init')
  const { roots } = installation
  const site = await readSite(roots)
  const asked = { editor, workflow: await workflowFor(roots.root) }
  const { wanted, seen, told } = await survey(installation)
  const whole = planInstall(site, wanted, asked)
  const plan = clone ? ofClone(whole) : whole
  const { husky: folder } = plan
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const config = await setMergeDriver(installation, mergeSettings(wanted.packages), dryRun)
  const husky = await setUpHusky(site, roots.root, { folder, dryRun })
  // Behind what husky sets, and only once the hooks are there.
  const start = await setStart(site, roots.root, { isWanted: plan.isStarted, dryRun })
  const installed = {
    plan,
    files,
    staging: { top: roots.root, from },
    isPrepared: isPrepared(site, plan),
    isForThisTreeOnly: folder !== null && !isOwnHusky(site, folder),
  }
  return {
    manager: managerName(plan.manager),
    isManagerNew: plan.manager.kind === 'none',
    files,
    config: [...config, ...husky.config, ...start],
    husky: husky.husky,
    left: [...plan.left, ...husky.left],
    memory: { seen: seen.layouts, told },
    next: await afterInstall(installed, {
      root: roots.root,
      commonDir: roots.git,
      packages: wanted.packages,
      env: plainEnvironment(env),
    }),
  }
}

/** What is wrong with files of the work tree is for the next `init` to say, not for every install. */
function ofClone(plan: InstallPlan): InstallPlan {
  return { ...plan, changes: plan.changes.filter(({ base }) => base === 'git'), left: [] }
}

function isPrepared(site: Site, { changes }: InstallPlan): boolean {
  const planned = changes.find(({ base, path }) => base === 'root' && path === 'package.json')
  return (planned?.text ?? textAt(site, 'root', 'package.json') ?? '').includes(PREPARE_SCRIPT)
}

async function setMergeDriver(
  { roots }: Installation,
  settings: ReadonlyMap<string, string>,
  dryRun: boolean,
): Promise<ConfigDone[]> {
  const done: ConfigDone[] = []
  for (const [key, value] of settings) {
    if ((await configValue(roots.root, key)) === value) continue
    if (!dryRun) await setConfig(roots.root, key, value)
    done.push({ key, did: 'set' })
  }
  return done
}
