import type { UserError } from '../../core/errors.ts'
import { folderOf } from '../../fs/folder-of.ts'
import { listWorkTrees } from '../../git/list-work-trees.ts'
import { runGit } from '../../git/run-git.ts'
import { skippedPaths } from '../../git/skipped-paths.ts'
import { openWorkTree } from '../../snapshot/open-snapshot.ts'
import { openProject } from '../../snapshot/project.ts'
import { findPackages } from '../find-packages.ts'
import { type InstallPlan, planInstall } from '../hooks/plan-install.ts'
import { type Installation, inWorkTree, openInstallation, type Survey, survey } from '../installation.ts'
import { readSite } from '../read-site.ts'
import { type DoctorCheck, isAtLeast, versionOf } from './check.ts'
import { checkCi } from './check-ci.ts'
import { checkExecutable } from './check-executable.ts'
import { checkHooks } from './check-hooks.ts'
import { checkMergeDriver } from './check-merge-driver.ts'
import { checkEnvironment, checkGit, checkNode } from './check-programs.ts'
import { checkStart } from './check-start.ts'
import { fireHook } from './fire-hook.ts'
import { plainEnvironment } from './plain-path.ts'

/** One run of `memkeep doctor`. */
export type DoctorOptions = {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
}

/** How hooks are fired: by `git hook run`, where git has it, and with the PATH that git has in a plain terminal. */
type Firing = { readonly canRunHooks: boolean; readonly path: string | undefined }

/**
 * Finds out whether everything that `init` set up still holds, in this work tree and its linked ones. Nothing of the
 * repository is run but its pre-commit hook. Throws `UserError` where there is no repository.
 */
export async function runDoctor({ cwd, env: own }: DoctorOptions): Promise<readonly DoctorCheck[]> {
  const env = plainEnvironment(own)
  const here = await openInstallation(cwd, 'doctor')
  const { root, git: commonDir } = here.roots
  const gitVersion = (await runGit(root, ['--version'])).toString('utf8')
  const firing = { canRunHooks: isAtLeast(versionOf(gitVersion), [2, 36]), path: env.PATH }
  const others = (await listWorkTrees(root)).filter((top) => top !== root)
  return [
    checkNode(process.versions.node),
    checkGit(gitVersion),
    checkEnvironment(env),
    ...(await checkSetup(here, firing)),
    ...(await Promise.all(others.map((top) => checkOther(here, top, firing)))).flat(),
    await checkExecutable({ root, commonDir, packages: await packagesOf(here), env }),
    await checkCi(root),
  ]
}

/** What depends on the settings, which may be broken. */
async function checkSetup(here: Installation, firing: Firing): Promise<DoctorCheck[]> {
  const settings = await settingsOf(here)
  if ('check' in settings) return [settings]
  const { wanted } = settings
  const { root: top } = here.roots
  const site = await readSite(here.roots)
  const plan = planInstall(site, wanted)
  return [
    { check: 'settings', status: 'ok', message: 'the settings can be read' },
    {
      check: 'memory',
      status: settings.seen.layouts.length > 0 ? 'ok' : 'unknown',
      message: `memory: ${settings.told}`,
    },
    ...(await checkTree(top, plan, firing)),
    ...checkStart(site, plan),
    ...(await checkMergeDriver(top, plan, wanted)),
  ]
}

async function checkOther(here: Installation, top: string, firing: Firing): Promise<readonly DoctorCheck[]> {
  const there = inWorkTree(here, await openProject(top))
  const settings = await settingsOf(there)
  if ('check' in settings) return [settings]
  const site = await readSite(there.roots)
  return checkTree(top, planInstall(site, settings.wanted), firing)
}

async function checkTree(top: string, plan: InstallPlan, firing: Firing): Promise<readonly DoctorCheck[]> {
  const fired = await fireHook(top, 'pre-commit', firing)
  const missing = plan.changes.filter(({ base, text }) => base === 'root' && text !== null)
  const skipped = await skippedPaths(
    top,
    missing.map(({ path }) => path),
  )
  const hidden = [...new Set(skipped.map(folderOf))]
  return checkHooks({ top, plan, fired, hidden })
}

/** Where hooks look for memkeep, whatever the settings say. */
async function packagesOf({ project, roots }: Installation): Promise<readonly string[]> {
  return findPackages(await openWorkTree(project), roots.root)
}

async function settingsOf(installation: Installation): Promise<DoctorCheck | Survey> {
  try {
    return await survey(installation)
  } catch (error) {
    // By name: what is bundled apart and loaded later has a class of its own.
    if (!(error instanceof Error) || error.name !== 'UserError') throw error
    const { message, hint } = error as UserError
    const where = `the settings of ${installation.roots.root} cannot be read, so its hooks were not looked at: ${message}`
    return { check: 'settings', status: 'wrong', message: where, mend: hint }
  }
}
