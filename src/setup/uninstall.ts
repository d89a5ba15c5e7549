import { join, relative } from 'node:path'
import { MERGE_SECTION } from '../core/installed.ts'
import { safePath } from '../core/messages.ts'
import { BASELINE_FILE } from '../core/rule.ts'
import { SETTINGS_FILE } from '../engine/settings/load-settings.ts'
import { cacheFolder } from '../fs/cache-folder.ts'
import { folderNames, removeEmptyFolders } from '../fs/folders.ts'
import { resolveInside } from '../fs/paths.ts'
import { isThere, readFiles } from '../fs/read-files.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { stageCommand } from '../git/path-status.ts'
import { configValue } from '../git/repository.ts'
import { isOwnMergeSetting, MERGE_KEYS } from './hooks/merge-driver.ts'
import { planUninstall } from './hooks/plan-uninstall.ts'
import { type Change, type ManualStep, textAt } from './hooks/site.ts'
import { workflowWithMemkeep } from './hooks/workflow-file.ts'
import { openInstallation } from './installation.ts'
import { stagedAmong, tarballsIn } from './package-files.ts'
import { removeHusky } from './set-up-husky.ts'
import {
  type ConfigDone,
  type Next,
  type ReadSite,
  readSite,
  type SetupOptions,
  type SetupResult,
  setStartConfig,
  sharedChanges,
  unsetKeys,
  writeChanges,
} from './site-on-disk.ts'

type Unset = { readonly config: readonly ConfigDone[]; readonly left: readonly ManualStep[] }

/** Removes exactly what `init` added. What was changed since is left and named. */
export async function runUninstall({ cwd, from, dryRun }: SetupOptions): Promise<SetupResult> {
  const installation = await openInstallation(cwd, 'uninstall')
  const { root: top, git } = installation.roots
  const site = await readSite(installation.roots)
  const plan = planUninstall(site, SETTINGS_FILE)
  const files = writeChanges(site, plan.changes, { installation, dryRun })
  const merge = await unsetMergeDriver(top, dryRun)
  const start = await setStartConfig(site, top, { isWanted: false, dryRun })
  const husky = await removeHusky(site, top, { plan, dryRun })
  const kept = await removeOwnFiles(git, dryRun)
  const done = sharedChanges(plan.changes, files)
  return {
    manager: null,
    isManagerNew: false,
    memory: null,
    files: [...files, ...kept.map((path) => ({ path: `.git/${path}`, did: 'deleted' as const }))],
    config: [...merge.config, ...start, ...husky.config],
    husky: husky.husky,
    left: [...plan.left, ...merge.left, ...husky.left],
    next: [
      ...afterUninstall(done, await stageCommand(await knownToGit(top, done), { top, from })),
      ...settingsKept(site, plan.changes),
      ...workflowKept(site, plan.changes),
      ...filesKept(site, top),
      ...copiesKept(git),
    ],
  }
}

/** Those that change what git has: what was never added, or is as before `init` again, needs no commit. */
async function knownToGit(top: string, done: readonly Change[]): Promise<readonly Change[]> {
  const staged = await stagedAmong(
    top,
    done.map(({ path }) => path),
  )
  const plain = (text: string | null | undefined): string | undefined => text?.replaceAll('\r\n', '\n')
  return done.filter(({ path, text }) => staged.has(path) && plain(staged.get(path)) !== plain(text))
}

function afterUninstall(done: readonly Change[], run: string | null): Next[] {
  return [
    ...(run === null ? [] : [{ text: 'commit what was removed:', run }]),
    ...(done.length === 0 ? [] : [{ text: 'run memkeep uninstall in every other clone' }]),
  ]
}

function settingsKept(site: ReadSite, changes: readonly Change[]): Next[] {
  if (textAt(site, 'root', SETTINGS_FILE) === null) return []
  if (changes.some(({ base, path }) => base === 'root' && path === SETTINGS_FILE)) return []
  return [{ text: `delete ${SETTINGS_FILE} if you no longer need its settings` }]
}

function workflowKept(site: ReadSite, changes: readonly Change[]): Next[] {
  const path = workflowWithMemkeep(site)
  if (path === null || changes.some((change) => change.base === 'root' && change.path === path)) return []
  return [{ text: `take memkeep out of ${path}` }]
}

/** Files that others may still need: the findings that were known, and what memkeep was installed from. */
function filesKept(site: ReadSite, top: string): Next[] {
  const tarballs = tarballsIn('package.json', textAt(site, 'root', 'package.json') ?? '')
  const kept = [BASELINE_FILE, ...tarballs].filter((path) => isThere(join(top, path)))
  return kept.map((path) => ({
    text:
      path === BASELINE_FILE
        ? `delete ${path}, which only memkeep reads`
        : `delete ${safePath(path)} once package.json no longer takes memkeep from it`,
  }))
}

/** Folders in git's directory with bytes of people, and what they hold. */
const COPIES = {
  replaced: 'earlier contents of derived files',
  kept: 'files that were deleted before git had them',
  migrate: 'what memkeep migrate --revert brings back',
} as const

function copiesKept(gitDir: string): Next[] {
  return Object.entries(COPIES).flatMap(([name, what]) => {
    if (folderNames(join(gitDir, 'memkeep', name)).length === 0) return []
    return [{ text: `.git/memkeep/${name} was left: it holds ${what}. Delete it if you need none of them` }]
  })
}

async function unsetMergeDriver(top: string, dryRun: boolean): Promise<Unset> {
  const ours: string[] = []
  const left: ManualStep[] = []
  for (const key of MERGE_KEYS) {
    const present = await configValue(top, key)
    if (present === null) continue
    if (isOwnMergeSetting(key, present)) ours.push(key)
    else {
      left.push({
        message: `${key} was changed and was left`,
        fix: `git config --remove-section ${MERGE_SECTION}`,
      })
    }
  }
  return { config: await unsetKeys(top, ours, dryRun), left }
}

/**
 * What memkeep makes in its folder of git's directory; all of it can be deleted. The folders of `COPIES`, which hold what
 * people wrote, are not in the list.
 */
const OWN =
  /^(?:(?:facts|outcomes|proofs|signatures)-[0-9a-f]+(?:-\w+)?\.jsonl?|search-(?:index|state|facts|vectors|segment-[0-9a-f]+)|last-report|last-printed|generated|cited|removed|seen|ahead|agent-hook-[0-9a-f]{24}\.json)$/
const SCRATCH = 'memkeep/tmp'
/** Holds files only while something is written. */
const LOCKS = 'memkeep/locks'

/**
 * Removes memkeep's own files from git's directory, for all work trees. Returns the folders that had any, relative to
 * the shared directory. Other files stay.
 */
async function removeOwnFiles(commonDir: string, dryRun: boolean): Promise<readonly string[]> {
  const own = folderNames(join(commonDir, 'worktrees')).map((name) => join(commonDir, 'worktrees', name))
  const found: string[] = []
  for (const gitDir of [commonDir, ...own]) {
    if (await removeFrom(gitDir, dryRun)) {
      found.push(relative(commonDir, join(gitDir, 'memkeep')).replaceAll('\\', '/'))
    }
  }
  return found
}

async function removeFrom(gitDir: string, dryRun: boolean): Promise<boolean> {
  const folder = cacheFolder(gitDir)
  const names = folder.list().flatMap(({ name }) => (OWN.test(name) ? [name] : []))
  const unfinished = scratchFiles(gitDir)
  if (!dryRun) {
    for (const name of names) folder.remove(name)
    await removeFiles(gitDir, unfinished)
    for (const path of [SCRATCH, LOCKS, 'memkeep/migrate', 'memkeep']) removeEmptyFolders(gitDir, path)
  }
  return names.length + unfinished.length > 0
}

function scratchFiles(gitDir: string): readonly string[] {
  if ('refused' in resolveInside(gitDir, `${SCRATCH}/a`)) return []
  return folderNames(join(gitDir, SCRATCH))
    .filter((name) => name.endsWith('.tmp'))
    .map((name) => `${SCRATCH}/${name}`)
}

async function removeFiles(gitDir: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return
  const contents = await readFiles(gitDir, paths)
  const expected = new Map([...contents].map(([path, read]) => [path, 'bytes' in read ? read.bytes : null]))
  applyWritePlan(gitDir, new Map(paths.map((path) => [path, { kind: 'delete' } as const])), expected)
}
