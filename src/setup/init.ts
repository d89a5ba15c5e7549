import { join } from 'node:path'
import { hookNamed } from '../core/installed.ts'
import type { OpenForm } from '../core/layout.ts'
import { safePath, UserError } from '../core/messages.ts'
import { folderOf } from '../core/path.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import { BEHIND } from '../core/shim.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { IS_PUBLISHED, VERSION } from '../engine/this-run.ts'
import { readJson } from '../formats/json/read-json.ts'
import { nearest } from '../formats/names.ts'
import { inlineYaml } from '../formats/settings-text.ts'
import { cacheFolder } from '../fs/cache-folder.ts'
import { isDirectory, isThere } from '../fs/read-files.ts'
import { readSmall } from '../fs/text-files.ts'
import { currentBranch, defaultBranch } from '../git/history.ts'
import { type Staging, stageCommand } from '../git/path-status.ts'
import { configValue, remoteUrls, setConfig } from '../git/repository.ts'
import { AGENTS, type Agent, agentNamed } from './agents/agents.ts'
import { checkExecutable, findMemkeep, plainEnvironment, type Surroundings } from './doctor/check-programs.ts'
import { withoutOldPreCommit } from './doctor/pre-commit-version.ts'
import { mergeSettings } from './hooks/merge-driver.ts'
import { type AskedWorkflow, type InstallPlan, planInstall } from './hooks/plan-install.ts'
import { type Site, textAt, WORKFLOW_FILE } from './hooks/site.ts'
import { isOwnHusky } from './hooks/steps.ts'
import {
  installsPackage,
  type WorkflowSource,
  workflowText,
  workflowWithMemkeep,
} from './hooks/workflow-file.ts'
import { type ChosenForms, type Installation, openInstallation, surveyMemory } from './installation.ts'
import { type InstallScript, namesHusky, PREPARE_SCRIPT, scriptIn } from './managers/husky.ts'
import { managerName } from './managers/manager.ts'
import {
  type MixedManagers,
  managerAtTop,
  mixedWords,
  type OutsideSource,
  outsideWords,
  readPackageFiles,
  stagedAmong,
} from './package-files.ts'
import { setUpHusky } from './set-up-husky.ts'
import {
  type ConfigDone,
  type FileDone,
  type Next,
  readSharedSite,
  type SetupOptions,
  type SetupResult,
  setStartConfig,
  sharedChanges,
  writeChanges,
} from './site-on-disk.ts'
import {
  EXTEND_FILE,
  PUT_PACKAGE,
  packageExtended,
  type VendoredPackages,
  vendoredPackages,
} from './vendored-package.ts'

/** One run of `memkeep init`. */
export type InitOptions = SetupOptions & {
  readonly env: { readonly [name: string]: string | undefined }
  /** Write editors' settings too. */
  readonly editor?: boolean
  /** Set up only what git does not clone, and no file of the work tree. */
  readonly clone?: boolean
  /** Let agents call memkeep: those of these names, or with `true` those whose folders are there, else Claude Code. */
  readonly agentHooks?: readonly string[] | true
  /** What a person said of files whose items are not certain; nothing when absent. */
  readonly forms?: ChosenForms
  /** Write the workflow for pull requests where the repository is on GitHub; true when absent. */
  readonly workflow?: boolean
}

/** Sets memkeep up in the repository around `cwd`. A second run changes nothing. */
export async function runInit(options: InitOptions): Promise<SetupResult> {
  const {
    cwd,
    from,
    dryRun,
    env,
    editor = false,
    clone = false,
    agentHooks = [],
    workflow = true,
    forms,
  } = options
  const installation = await openInstallation(cwd, 'init')
  const { roots } = installation
  const { site, shared } = await readSharedSite(roots)
  if (shared !== null && !dryRun) await setConfig(roots.root, 'core.hooksPath', shared)
  const agents = agentsFor(agentHooks, roots.root)
  const asked = { editor, agents, workflow: workflow ? await workflowFor(roots.root) : null }
  const isElsewhere = workflow && !clone && asked.workflow === null && workflowWithMemkeep(site) === null
  const { wanted, seen, description, open, extended } = await surveyMemory(installation, forms)
  const whole = planInstall(site, wanted, asked)
  const plan = clone ? ofClone(whole) : await withoutOldPreCommit(whole, roots.root)
  if (clone && !dryRun) markBehind(installation, whole)
  const { husky: folder } = plan
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const config = await setMergeDriver(installation, mergeSettings(wanted.packages), dryRun)
  const husky = await setUpHusky(site, roots.root, { folder, dryRun })
  // After husky's settings, and only once the hooks are there.
  const start = await setStartConfig(site, roots.root, { isWanted: plan.isStarted, dryRun })
  const installed = {
    plan,
    agents,
    isElsewhere,
    extended: packageExtended(extended),
    packages: await packagesForCi(site, plan, roots.root),
    open: files.some(({ path, did }) => path === SETTINGS_FILE && did === 'created') ? open : [],
    forms,
    files,
    staging: { top: roots.root, from },
    isPrepared: isPrepared(site, plan, wanted.installScript),
    isUnprepared: wanted.installScript === null,
    otherScript: otherScript(site, wanted.installScript),
    isHuskyTheirs: folder !== null && namesHusky(textAt(site, 'root', 'package.json') ?? ''),
    isForThisTreeOnly: folder !== null && !isOwnHusky(site, folder),
  }
  return {
    manager: managerName(plan.manager),
    isManagerNew: plan.manager.kind === 'none',
    isManagerIdle: plan.notInstalled.length > 0,
    files,
    config: [
      ...config,
      ...(shared === null
        ? []
        : [
            {
              key: 'core.hooksPath',
              did: 'set' as const,
              why: `the hook files of this repository are in ${shared}`,
            },
          ]),
      ...husky.config,
      ...start,
    ],
    husky: husky.husky,
    left: [...plan.left, ...husky.left],
    memory: { seen: seen.layouts, description, open: installed.open },
    next: await afterInstall(installed, {
      root: roots.root,
      commonDir: roots.git,
      packages: wanted.packages,
      env: plainEnvironment(env),
    }),
  }
}

/** Problems with files of the work tree are reported by `init`, and not by every install. */
function ofClone(plan: InstallPlan): InstallPlan {
  return { ...plan, changes: plan.changes.filter(({ base }) => base === 'git'), left: [] }
}

/** An install writes no file of the work tree: where its hook files are old, they look at every commit from now on. */
function markBehind({ project }: Installation, { changes }: InstallPlan): void {
  const isBehind = changes.some(({ base, path }) => base === 'root' && hookNamed(path) !== null)
  if (isBehind && project.repository) cacheFolder(project.repository.gitDir).write(BEHIND, new Uint8Array())
}

function isPrepared(site: Site, { changes }: InstallPlan, script: InstallScript | null): boolean {
  const planned = changes.find(({ base, path }) => base === 'root' && path === 'package.json')
  const manifest = planned?.text ?? textAt(site, 'root', 'package.json') ?? ''
  return script !== null && scriptIn(readJson(manifest), script) === 'ours'
}

/** The script that an install of a clone runs, where it is there and sets nothing of memkeep up. */
function otherScript(site: Site, script: InstallScript | null): InstallScript | null {
  const manifest = readJson(textAt(site, 'root', 'package.json') ?? '')
  return script !== null && scriptIn(manifest, script) === 'another' ? script : null
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

/** The results of `init` that decide the next steps. */
type Installed = {
  readonly plan: InstallPlan
  readonly agents: readonly Agent[]
  /** The repository is not on GitHub, as far as can be seen. */
  readonly isElsewhere: boolean
  /** What the workflow installs, where that is a package in the repository; null where it is something else. */
  readonly packages: VendoredPackages | null
  /** The file of a package that the settings extend. */
  readonly extended: string | undefined
  /** Files whose items are not certain, where settings are written. */
  readonly open: readonly OpenForm[]
  readonly forms: ChosenForms | undefined
  readonly files: readonly FileDone[]
  readonly staging: Staging
  /** The package sets up a clone on installation. */
  readonly isPrepared: boolean
  /** No script of the package can do that. */
  readonly isUnprepared: boolean
  /** The script that could do that does something else. */
  readonly otherScript: InstallScript | null
  /** Packages of the project bring husky and set it up. */
  readonly isHuskyTheirs: boolean
  /** Husky is set up for the present work trees only, not for later ones. */
  readonly isForThisTreeOnly: boolean
}

/**
 * What the person does next: make memkeep findable, commit, install the manager's hooks, set up work trees and
 * clones.
 */
async function afterInstall(installed: Installed, around: Surroundings): Promise<readonly Next[]> {
  const { plan, files } = installed
  const lacking = await executableStep(around, files)
  const { unshared, outside, mixed } = await readPackageFiles(around.root, around.packages)
  return [
    ...lacking,
    ...(outside === null ? [] : [fromOutside(outside)]),
    ...(mixed === null ? [] : [managerOfPackages(mixed)]),
    ...(await commitStep(installed, around, [...unshared, ...(mixed?.lacking ? [mixed.lacking] : [])])),
    ...managerStep(installed),
    ...packageStep(installed),
    ...(installed.isElsewhere && files.length > 0 ? [{ text: NO_WORKFLOW }] : []),
    ...installed.open.flatMap((one) => openStep(one, installed.forms)),
    ...agentStep(installed),
    ...(files.length === 0 ? [] : [...workTrees(installed), ...clones(installed), ...others(plan)]),
  ]
}

/** Other clones need what was written, and what installs memkeep here. */
async function commitStep(
  { plan, files, staging, packages }: Installed,
  around: Surroundings,
  unshared: readonly string[],
): Promise<Next[]> {
  const written = sharedChanges(plan.changes, files)
  const installing = unshared
    .filter((path) => written.every((change) => change.path !== path))
    .map((path) => ({ base: 'root', path, text: '' }))
  const known = await unsharedBaseline(around.root)
  const packed = (packages?.unshared ?? [])
    .filter((path) => !unshared.includes(path))
    .map((path) => ({ base: 'root', path, text: '' }))
  const run = await stageCommand([...written, ...installing, ...packed, ...known], staging)
  if (run === null) return []
  const what = [
    ...(written.length === 0 ? [] : ['what was written']),
    ...(installing.length === 0 ? [] : ['what installs memkeep in other clones']),
    ...(packed.length === 0 ? [] : ['what CI installs']),
    ...(known.length === 0 ? [] : ['the known findings']),
  ]
  return [{ text: `commit ${what.join(', and ')}:`, run }]
}

/** What is installed here is in no other clone. */
function fromOutside(outside: OutsideSource): Next {
  const { what, fix } = outsideWords(outside)
  return { text: `${what}. ${fix.replace(/\.$/, '')}` }
}

/** A clone, and CI, install by the lock file of the manager that the repository uses. */
function managerOfPackages(mixed: MixedManagers): Next {
  const { what, stray, run } = mixedWords(mixed)
  const first = stray === undefined ? '' : `: delete that file, and let ${mixed.used.name} install memkeep`
  return { text: `${what}${first}:`, run }
}

/** What the workflow installs: what is planned, or the one that is there. */
async function packagesForCi(
  site: Site,
  { changes }: InstallPlan,
  top: string,
): Promise<Installed['packages']> {
  const planned = changes.find(({ base, path }) => base === 'root' && path === WORKFLOW_FILE)?.text
  const there = workflowWithMemkeep(site)
  const text = planned ?? (there === null ? null : textAt(site, 'root', there))
  return text && installsPackage(text) ? vendoredPackages(top) : null
}

function hasPackage({ isShared, unshared, ignored }: VendoredPackages): boolean {
  return isShared || unshared.length + ignored.length > 0
}

/** The workflow fails until git has what it installs. */
function packageStep(installed: Installed): Next[] {
  return [...memkeepStep(installed), ...extendedStep(installed)]
}

function extendedStep({ packages, extended }: Installed): Next[] {
  if (packages === null || extended === undefined) return []
  return [
    {
      text: `CI installs no packages, and the settings extend ${safePath(extended)}. ${EXTEND_FILE.replace(/\.$/, '')}`,
    },
  ]
}

function memkeepStep({ packages }: Installed): Next[] {
  if (packages === null || packages.isShared || packages.unshared.length > 0) return []
  const [ignored] = packages.ignored
  const text =
    ignored === undefined
      ? `CI cannot install memkeep yet: ${PUT_PACKAGE}`
      : `git ignores ${ignored}, which CI installs: take it out of the ignore rules, and commit it`
  return [{ text }]
}

/** The file of known findings, where git does not have it as it is: without it every old finding is refused elsewhere. */
async function unsharedBaseline(
  top: string,
): Promise<readonly { base: string; path: string; text: string }[]> {
  const text = readSmall(join(top, BASELINE_FILE))
  if (!text) return []
  const staged = (await stagedAmong(top, [BASELINE_FILE])).get(BASELINE_FILE)
  return staged?.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n')
    ? []
    : [{ base: 'root', path: BASELINE_FILE, text }]
}

/** Warns that commits will be refused. */
async function executableStep(around: Surroundings, files: readonly FileDone[]): Promise<Next[]> {
  const { status, message, fix = '' } = await checkExecutable(around)
  if (status !== 'wrong') return []
  if (findMemkeep(around) !== null) return [{ text: `${message}. ${fix}`, needed: true }]
  const own = files.some(({ path }) => path === SETTINGS_FILE) ? ', that of these files too' : ''
  const refused = `Until they do, every commit that touches memory or ${SETTINGS_FILE} is refused${own}`
  return [{ text: `${message}. ${refused}. ${fix}`, needed: true }]
}

/** What a person may write of a file whose items are not certain. */
function openStep({ path, readings, none }: OpenForm, forms: ChosenForms | undefined): Next[] {
  const chosen = forms?.get(path)
  if (chosen) return []
  const choices = readings.map(({ items, form, setting }) =>
    setting === null
      ? `nothing for ${form} (${items}), which no setting can say`
      : `\`${inlineYaml(setting)}\` for ${form} (${items})`,
  )
  const why = 'it is not certain what its entries are, so no loss of one is refused'
  const what =
    chosen === null
      ? `no setting can say the form of its entries, so nothing is written, and ${why}`
      : `${why}. Add to \`logs\` in ${SETTINGS_FILE}: ${choices.join(', ')}, or \`${inlineYaml(none)}\` if it is no log`
  return [{ text: `${path}: ${what}` }]
}

function managerStep({ plan, files }: Installed): Next[] {
  const run = plan.installing
  if (run === null) return []
  const text = `make git call ${plan.manager.kind} for every hook:`
  if (plan.notInstalled.length > 0) return [{ text, run, needed: true }]
  return files.length > 0 ? [{ text, run }] : []
}

/** Throws `UserError` for an agent that is not known. */
function agentsFor(asked: readonly string[] | true, top: string): readonly Agent[] {
  if (asked !== true) return asked.map(knownAgent)
  const present = presentAgents(top)
  return present.length > 0 ? present : [knownAgent('claude')]
}

/** The agents whose folders are in a work tree. */
export function presentAgents(top: string): readonly Agent[] {
  return AGENTS.filter(({ file }) => isDirectory(join(top, folderOf(file))))
}

function knownAgent(id: string): Agent {
  const found = agentNamed(id)
  if (found) return found
  const names = AGENTS.map((agent) => agent.id)
  const meant = nearest(id, names)
  throw new UserError(
    `there are no hooks for an agent ${JSON.stringify(id)}`,
    meant === undefined ? `Agents: ${names.join(', ')}.` : `Did you mean "${meant}"?`,
  )
}

/** An agent asks a person before it runs commands that came with a repository. */
function agentStep({ agents, files }: Installed): Next[] {
  const written = agents.filter(({ file }) => files.some(({ path }) => path === file))
  if (written.length === 0) return []
  const names = written.map(({ name }) => name).join(' and ')
  return [
    {
      text: `let ${names} run the new hooks when it asks, and name models for them in ~/.config/memkeep/models.yaml: docs/models.md`,
    },
  ]
}

function workTrees({ isForThisTreeOnly }: Installed): Next[] {
  if (!isForThisTreeOnly) return []
  return [
    {
      text: "a work tree that is added later lacks husky's own files, which git ignores, and says so when memory is committed: install the packages there, or run memkeep init in it once",
    },
  ]
}

/** Git's own directory is not cloned. */
function clones({ isPrepared, isHuskyTheirs, isUnprepared, otherScript }: Installed): Next[] {
  if (isPrepared) {
    return [
      {
        text: 'keep memkeep among the devDependencies: installing it sets up hooks and merge driver of a clone',
      },
    ]
  }
  if (isHuskyTheirs) {
    return [
      {
        text: `other clones get the hooks from husky when packages are installed, and no merge driver: run memkeep init --clone once in each, or add \`${PREPARE_SCRIPT}\` to the script that sets husky up`,
      },
    ]
  }
  if (isUnprepared) {
    return [
      {
        text: 'run memkeep init --clone once in every other clone: yarn 2 and newer runs no `prepare` of the top when it installs, and a `postinstall` would run at the users of this package too (with "private": true, init adds one)',
      },
    ]
  }
  if (otherScript !== null) {
    return [
      {
        text: `run memkeep init --clone once in every other clone, or let its install do that: add \`&& ${PREPARE_SCRIPT}\` to \`${otherScript}\` in package.json`,
      },
    ]
  }
  return [{ text: 'run memkeep init once in every other clone: git does not clone hooks and merge drivers' }]
}

function others(plan: InstallPlan): Next[] {
  const kinds = [...new Set(plan.others.map(({ kind }) => kind))]
  if (kinds.length === 0) return []
  return [{ text: `${kinds.join(' and ')} has settings here, too, but git does not run it` }]
}

/** Why a repository gets no workflow. */
export const NO_GITHUB = 'no remote of this repository is on GitHub, and it has no .github folder'

const NO_WORKFLOW = `no workflow was written: ${NO_GITHUB}. Run memkeep init again once it has a remote there, or let your CI run memkeep ci: docs/ci.md of memkeep`

/** The workflow for `init` to write; null for a repository that is not on GitHub. */
async function workflowFor(top: string): Promise<AskedWorkflow | null> {
  if (!(await isOnGithub(top))) return null
  const branches = await pushedTo(top)
  const manager = await managerAtTop(top)
  const isLocked = isThere(join(top, 'package-lock.json')) && (manager === null || manager.name === 'npm')
  return {
    locked: isLocked ? workflowText(branches, 'lock') : null,
    unlocked: workflowText(
      branches,
      sourceWithoutLock(hasPackage(await vendoredPackages(top)), IS_PUBLISHED),
    ),
  }
}

/** What a workflow installs where npm has no lock of it: the registry has no version before the first is published. */
export function sourceWithoutLock(hasPackage: boolean, isPublished: boolean): WorkflowSource {
  return hasPackage || !isPublished ? 'package' : { version: VERSION }
}

/** The branches that are pushed to: clones know the default branch; without it, one of these. */
async function pushedTo(top: string): Promise<readonly string[]> {
  const known = await defaultBranch(top)
  if (known !== null) return [known]
  const current = await currentBranch(top)
  return [...new Set(['main', 'master', ...(current === null ? [] : [current])])]
}

/** True when GitHub has the repository, or it has files for GitHub. */
export async function isOnGithub(top: string): Promise<boolean> {
  return (
    isDirectory(join(top, '.github')) || (await remoteUrls(top)).some((url) => /github/i.test(hostOf(url)))
  )
}

/** The host of a URL, or of ssh's `git@host:path`. */
function hostOf(url: string): string {
  return /^(?:[a-z+]+:\/\/)?(?:[^@/]*@)?([^/:]+)[/:]/i.exec(url)?.[1] ?? ''
}
