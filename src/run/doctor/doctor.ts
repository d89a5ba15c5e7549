import type { UserError } from '../../core/errors.ts'
import { listWorkTrees } from '../../git/list-work-trees.ts'
import { runGit } from '../../git/run-git.ts'
import { type InstallPlan, planInstall } from '../../hooks/plan-install.ts'
import type { Wanted } from '../../hooks/wanted.ts'
import { servingWorkTree } from '../install/hooks-path.ts'
import { type Installation, inWorkTree, openInstallation, wantedBy } from '../install/installation.ts'
import { type ReadSite, readSite } from '../install/read-site.ts'
import { openProject } from '../project.ts'
import { type DoctorCheck, isAtLeast, versionOf } from './check.ts'
import { checkCi } from './check-ci.ts'
import { checkExecutable } from './check-executable.ts'
import { checkHooks } from './check-hooks.ts'
import { checkMergeDriver } from './check-merge-driver.ts'
import { checkNewWorkTrees } from './check-new-work-trees.ts'
import { checkEnvironment, checkGit, checkNode } from './check-programs.ts'
import { fireHook } from './fire-hook.ts'

/** One run of `memkeep doctor`. */
export type DoctorOptions = {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
}

/**
 * Finds out whether everything that `init` set up still holds, in this work tree and its linked ones. Nothing of the
 * repository is run but its pre-commit hook. Throws `UserError` where there is no repository.
 */
export async function runDoctor({ cwd, env }: DoctorOptions): Promise<readonly DoctorCheck[]> {
  const here = await openInstallation(cwd, 'doctor')
  const { root, git: commonDir } = here.roots
  const gitVersion = (await runGit(root, ['--version'])).toString('utf8')
  const canRunHooks = isAtLeast(versionOf(gitVersion), [2, 36])
  const others = (await listWorkTrees(root)).filter((top) => top !== root)
  return [
    checkNode(process.versions.node),
    checkGit(gitVersion),
    checkEnvironment(env),
    ...(await checkSetup(here, canRunHooks)),
    ...(await Promise.all(others.map((top) => checkOther(here, top, canRunHooks)))).flat(),
    await checkExecutable({ root, commonDir, env }),
    await checkCi(root),
  ]
}

/** What depends on the settings, which may be broken. */
async function checkSetup(here: Installation, canRunHooks: boolean): Promise<DoctorCheck[]> {
  const settings = await settingsOf(here)
  if ('check' in settings) return [settings]
  const { wanted } = settings
  const { root: top } = here.roots
  const site = await readSite(here.roots)
  const plan = planInstall(site, wanted)
  return [
    { check: 'settings', status: 'ok', message: 'the settings can be read' },
    ...(await checkTree(here, { site, plan, canRunHooks })),
    ...checkNewWorkTrees(site, here.roots, plan),
    ...(await checkMergeDriver(top, plan, wanted)),
  ]
}

async function checkOther(
  here: Installation,
  top: string,
  canRunHooks: boolean,
): Promise<readonly DoctorCheck[]> {
  const there = inWorkTree(here, await openProject(top))
  const settings = await settingsOf(there)
  if ('check' in settings) return [settings]
  const site = await readSite(there.roots)
  return checkTree(there, { site, plan: planInstall(site, settings.wanted), canRunHooks })
}

type Tree = { readonly site: ReadSite; readonly plan: InstallPlan; readonly canRunHooks: boolean }

async function checkTree(
  { roots }: Installation,
  { site, plan, canRunHooks }: Tree,
): Promise<readonly DoctorCheck[]> {
  const { root: top } = roots
  const fired = await fireHook(top, 'pre-commit', { canRunHooks })
  return checkHooks({ top, plan, fired, servedBy: servingWorkTree(site, roots) })
}

async function settingsOf(installation: Installation): Promise<DoctorCheck | { readonly wanted: Wanted }> {
  try {
    return { wanted: await wantedBy(installation) }
  } catch (error) {
    // By name: what is bundled apart and loaded later has a class of its own.
    if (!(error instanceof Error) || error.name !== 'UserError') throw error
    const { message, hint } = error as UserError
    const where = `the settings of ${installation.roots.root} cannot be read, so its hooks were not looked at: ${message}`
    return { check: 'settings', status: 'wrong', message: where, mend: hint }
  }
}
