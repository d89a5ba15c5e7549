import { join } from 'node:path'
import { GITLAB_FILE, PACKAGE_FOLDER, runsMemkeep } from '../../core/installed.ts'
import { firstNames, isUserError, safePath } from '../../core/messages.ts'
import { folderOf } from '../../core/path.ts'
import { IS_PUBLISHED } from '../../engine/this-run.ts'
import { folderNames } from '../../fs/folders.ts'
import { readFiles } from '../../fs/read-files.ts'
import { readAttribute, type Staging, skippedPaths, stageCommand } from '../../git/path-status.ts'
import { configValue, listWorkTrees } from '../../git/repository.ts'
import { runGit } from '../../git/run-git.ts'
import { openWorkTree } from '../../snapshot/open-snapshot.ts'
import { openProject, textOfBytes } from '../../snapshot/project.ts'
import { examplePath, mergeSettings } from '../hooks/merge-driver.ts'
import { type InstallPlan, planInstall } from '../hooks/plan-install.ts'
import { installedVersion, installsByLock, installsPackage } from '../hooks/workflow-file.ts'
import {
  findPackages,
  type Installation,
  inWorkTree,
  openInstallation,
  type Survey,
  surveyMemory,
} from '../installation.ts'
import { managerAtTop, mixedWords, outsideWords, readPackageFiles } from '../package-files.ts'
import type { UsedManager } from '../package-manager.ts'
import { readSharedSite } from '../site-on-disk.ts'
import { EXTEND_FILE, PUT_PACKAGE, packageExtended, vendoredPackages } from '../vendored-package.ts'
import { checkAgents } from './check-agents.ts'
import { checkHooks, checkStart, fireHook } from './check-hooks.ts'
import { checkPlaces } from './check-places.ts'
import {
  checkEnvironment,
  checkExecutable,
  checkGit,
  checkNode,
  type DoctorCheck,
  isAtLeast,
  plainEnvironment,
  versionOf,
} from './check-programs.ts'
import { withoutOldPreCommit } from './pre-commit-version.ts'

/** One run of `memkeep doctor`. */
type DoctorOptions = {
  readonly cwd: string
  /** Where the shell is. */
  readonly from: string
  readonly env: { readonly [name: string]: string | undefined }
}

/** How hooks are fired: by `git hook run` where git has it, and with the PATH of a plain terminal. */
type Firing = { readonly canRunHooks: boolean; readonly path: string | undefined }

/**
 * Checks that everything that `init` set up still works, in this work tree and its linked ones. Runs only the
 * pre-commit hook of the repository. Throws `UserError` where there is no repository.
 */
export async function runDoctor({ cwd, from, env: own }: DoctorOptions): Promise<readonly DoctorCheck[]> {
  const env = plainEnvironment(own)
  const here = await openInstallation(cwd, 'doctor')
  const { root, git: commonDir } = here.roots
  const gitVersion = (await runGit(root, ['--version'])).toString('utf8')
  const firing = { canRunHooks: isAtLeast(versionOf(gitVersion), [2, 36]), path: env.PATH }
  const packages = await packagesOf(here)
  const others = (await listWorkTrees(root)).filter((top) => top !== root)
  const settings = await settingsOf(here)
  return [
    checkNode(process.versions.node),
    checkGit(gitVersion),
    checkEnvironment(env),
    ...(await checkSetup(here, settings, { cwd, env, firing })),
    ...(await Promise.all(others.map((top) => checkOther(here, top, firing)))).flat(),
    await checkExecutable({ root, commonDir, packages, env }),
    ...(await checkPackage({ top: root, from }, packages)),
    await checkCi({ top: root, from }, 'check' in settings ? [] : settings.extended),
  ]
}

/** The checks that need the settings, which may be broken. */
async function checkSetup(
  here: Installation,
  settings: DoctorCheck | Survey,
  { firing, ...at }: { readonly cwd: string; readonly env: DoctorOptions['env']; readonly firing: Firing },
): Promise<DoctorCheck[]> {
  if ('check' in settings) return [settings]
  const { wanted } = settings
  const { root: top } = here.roots
  const { site } = await readSharedSite(here.roots)
  const plan = await withoutOldPreCommit(planInstall(site, wanted), top)
  return [
    { check: 'settings', status: 'ok', message: `the settings can be read${withExtended(settings)}` },
    {
      check: 'memory',
      status: settings.seen.layouts.length > 0 ? 'ok' : 'unknown',
      message: `memory: ${settings.description}`,
    },
    ...(await checkPlaces(settings.memory)),
    ...(await checkTree(top, plan, firing)),
    ...checkStart(site, plan),
    ...(await checkAgents(site, { ...at, root: top, commonDir: here.roots.git })),
    ...(await checkMergeDriver(top, plan, settings)),
  ]
}

function withExtended({ extended }: Survey): string {
  return extended.length === 0 ? '' : `, with what they extend: ${extended.map(safePath).join(', ')}`
}

async function checkOther(here: Installation, top: string, firing: Firing): Promise<readonly DoctorCheck[]> {
  const there = inWorkTree(here, await openProject(top))
  const settings = await settingsOf(there)
  if ('check' in settings) return [settings]
  const { site } = await readSharedSite(there.roots)
  return checkTree(top, await withoutOldPreCommit(planInstall(site, settings.wanted), top), firing)
}

async function checkTree(top: string, plan: InstallPlan, firing: Firing): Promise<readonly DoctorCheck[]> {
  const fired = await fireHook(top, 'pre-commit', firing)
  const missing = plan.changes.filter(({ base, text }) => base === 'root' && text !== null)
  const skipped = await skippedPaths(
    top,
    missing.map(({ path }) => path),
  )
  const hidden = [...new Set([...skipped].map(folderOf))]
  return checkHooks({ top, plan, fired, hidden })
}

/** The packages in which hooks look for memkeep; they do not depend on settings. */
async function packagesOf({ project, roots }: Installation): Promise<readonly string[]> {
  return findPackages(await openWorkTree(project), roots.root)
}

async function settingsOf(installation: Installation): Promise<DoctorCheck | Survey> {
  try {
    return await surveyMemory(installation)
  } catch (error) {
    if (!isUserError(error)) throw error
    const { message, hint } = error
    const where = `the settings of ${installation.roots.root} cannot be read, so its hooks were not looked at: ${message}`
    return { check: 'settings', status: 'wrong', message: where, fix: hint }
  }
}

const FIX = 'Run memkeep init.'

/** Checks that git knows the merge driver, and sends the logs and indexes of the memory to it. */
async function checkMergeDriver(
  top: string,
  plan: InstallPlan,
  survey: Survey,
): Promise<readonly DoctorCheck[]> {
  return [await registered(top, survey.wanted.packages), await attributes(top, survey), written(plan)]
}

async function registered(top: string, packages: readonly string[]): Promise<DoctorCheck> {
  const check = 'merge-driver'
  for (const [key, value] of mergeSettings(packages)) {
    const present = await configValue(top, key)
    if (present === value) continue
    const message =
      present === null
        ? `git does not know the merge driver: ${key} is not set`
        : `${key} is not what init sets`
    return { check, status: 'wrong', message, fix: FIX }
  }
  return { check, status: 'ok', message: 'the merge driver is registered' }
}

/** So many files are named. */
const FEW = 3

async function attributes(
  top: string,
  { wanted: { mergePatterns: patterns }, memory: { after } }: Survey,
): Promise<DoctorCheck> {
  const check = 'merge-attributes'
  if (patterns.length === 0) return { check, status: 'ok', message: 'no file of this memory needs it' }
  const values = await readAttribute(top, 'merge', patterns.map(examplePath))
  const others = [...values].filter(([, value]) => value !== 'memkeep')
  // A file that is there says more than the example of a pattern, or an archive that is to come.
  const there = others.filter(([path]) => after.files.has(path))
  const [first] = there.length > 0 ? there : others
  if (!first) return { check, status: 'ok', message: `git sends ${patterns.join(', ')} to it` }
  const alike = there.filter(([, value]) => value === first[1]).map(([path]) => path)
  const named = alike.length > 0 ? alike : [first[0]]
  const message = `git merges ${firstNames(named.map(safePath), FEW)} by "${first[1]}", not by memkeep`
  return {
    check,
    status: 'wrong',
    message,
    fix: `${FIX} If that does not help, another .gitattributes overrides it.`,
  }
}

function written({ changes, left }: InstallPlan): DoctorCheck {
  const check = 'gitattributes'
  const isOld = changes.some(({ path }) => path === '.gitattributes')
  const isLeft = left.some(({ message }) => message.startsWith('.gitattributes '))
  if (!isOld && !isLeft)
    return { check, status: 'ok', message: '.gitattributes is up to date with the settings' }
  return { check, status: 'wrong', message: '.gitattributes is not up to date with the settings', fix: FIX }
}

/**
 * Checks that an install in another clone brings memkeep too: only advice until other clones have hooks that call it. Nothing is
 * said where no package.json asks for it.
 */
async function checkPackage(shell: Staging, packages: readonly string[]): Promise<readonly DoctorCheck[]> {
  const found = await readPackageFiles(shell.top, packages)
  const { isAsked, unshared, ignored, missing, isSetUp, outside, mixed } = found
  if (!isAsked) return []
  const check = 'package'
  if (missing.length > 0) {
    const paths = missing.map(safePath).join(', ')
    return [
      {
        check,
        status: 'wrong',
        message: `package.json takes memkeep from ${paths}, which is not there: an install in another clone fails`,
        fix: `Put ${missing.length > 1 ? 'these files' : 'that file'} there and commit ${missing.length > 1 ? 'them' : 'it'}, or install memkeep from where it is.`,
      },
    ]
  }
  if (ignored.length > 0) {
    const paths = ignored.map(safePath).join(', ')
    return [
      {
        check,
        status: isSetUp ? 'wrong' : 'unknown',
        message: `git ignores what installs memkeep here: ${paths}. In other clones hooks do not find memkeep`,
        fix: `Take ${ignored.length > 1 ? 'them' : 'it'} out of the ignore rules, and commit ${ignored.length > 1 ? 'them' : 'it'}.`,
      },
    ]
  }
  if (outside !== null) {
    const { what, fix } = outsideWords(outside)
    return [{ check, status: isSetUp ? 'wrong' : 'unknown', message: what, fix }]
  }
  if (mixed !== null) {
    const { what, stray, run } = mixedWords(mixed)
    const first = stray === undefined ? 'Run' : `Delete ${safePath(stray)}, run`
    return [
      {
        check,
        status: isSetUp ? 'wrong' : 'unknown',
        message: what,
        fix: `${first} ${run}, and commit what that changes.`,
      },
    ]
  }
  if (unshared.length === 0) {
    return [{ check, status: 'ok', message: 'what installs memkeep is in git' }]
  }
  const message = `git does not have what installs memkeep here: ${unshared.map(safePath).join(', ')}. In other clones hooks do not find memkeep`
  const run = await stageCommand(
    unshared.map((path) => ({ base: 'root', path, text: '' })),
    shell,
  )
  return [{ check, status: isSetUp ? 'wrong' : 'unknown', message, fix: `Commit it: ${run}` }]
}

const FOLDER = '.github/workflows'

/** Checks that a workflow names memkeep, and that it can get it. That there is one is only advice: hooks can be bypassed. */
async function checkCi(shell: Staging, extended: readonly string[]): Promise<DoctorCheck> {
  const check = 'ci'
  const paths = [...folderNames(join(shell.top, FOLDER)).map((name) => `${FOLDER}/${name}`), GITLAB_FILE]
  const contents = await readFiles(shell.top, paths)
  const found = [...contents].flatMap(([path, read]) => {
    const text = 'bytes' in read ? textOfBytes(read.bytes) : ''
    return runsMemkeep(text) ? [{ path, text }] : []
  })
  const [first] = found
  if (!first) {
    return {
      check,
      status: 'unknown',
      message: `no workflow in ${FOLDER} names memkeep, and no job in ${GITLAB_FILE}`,
      fix: 'Hooks do not stop rebases, --no-verify and merges on the server: let CI run memkeep ci, too. On GitHub, memkeep init writes a workflow for it.',
    }
  }
  for (const { path, text } of found) {
    const lacking = (await lackingInCi(shell, text)) ?? unreadInCi(text, extended)
    if (lacking)
      return { check, status: 'wrong', message: `${safePath(path)} ${lacking.what}`, fix: lacking.fix }
  }
  return { check, status: 'ok', message: `${safePath(first.path)} runs memkeep` }
}

/** Why npm cannot install by a lock file in CI. */
function otherManager(used: UsedManager | null): { readonly what: string; readonly fix: string } | null {
  if (used === null || used.name === 'npm') return null
  return {
    what: `runs npm ci, and this repository uses ${used.name} (${safePath(used.file)})`,
    fix: `Delete that workflow and run memkeep init: the new one installs the package in ${PACKAGE_FOLDER}/.`,
  }
}

/** A package that the settings extend is installed by npm's lock file alone. */
function unreadInCi(
  text: string,
  extended: readonly string[],
): { readonly what: string; readonly fix: string } | null {
  const path = packageExtended(extended)
  if (path === undefined || !(installsPackage(text) || installedVersion(text) !== null)) return null
  return { what: `installs no packages, and the settings extend ${safePath(path)}`, fix: EXTEND_FILE }
}

/** Why a workflow cannot install memkeep; null where it can, as far as is known. */
async function lackingInCi(
  shell: Staging,
  text: string,
): Promise<{ readonly what: string; readonly fix: string } | null> {
  const version = installedVersion(text)
  if (version !== null && !IS_PUBLISHED) {
    const what = `installs memkeep@${version} from a registry, and memkeep is not published yet`
    return {
      what,
      fix: 'Delete that workflow and run memkeep init: the new one installs the package that npm pack makes.',
    }
  }
  if (installsByLock(text)) return otherManager(await managerAtTop(shell.top))
  if (!installsPackage(text)) return null
  const { isShared, shared, unshared, ignored } = await vendoredPackages(shell.top)
  if (shared.length > 1) {
    const what = `installs a package of ${PACKAGE_FOLDER}/, and git has several: ${shared.map(safePath).join(', ')}`
    return { what, fix: 'Delete all but the newest, which package.json has to name, and commit that.' }
  }
  if (isShared) return null
  const [hidden] = ignored
  const [untracked] = unshared
  if (untracked !== undefined) {
    const run = await stageCommand([{ base: 'root', path: untracked, text: '' }], shell)
    return { what: `installs ${safePath(untracked)}, which git does not have`, fix: `Commit it: ${run}` }
  }
  if (hidden !== undefined) {
    const what = `installs ${safePath(hidden)}, which git ignores`
    return { what, fix: 'Take it out of the ignore rules, and commit it.' }
  }
  const fix = `${PUT_PACKAGE.slice(0, 1).toUpperCase()}${PUT_PACKAGE.slice(1)}.`
  return { what: `installs memkeep from ${PACKAGE_FOLDER}/, which has no package of it`, fix }
}
