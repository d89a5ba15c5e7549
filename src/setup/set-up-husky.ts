import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { folderNames, removeEmptyFolders } from '../fs/folders.ts'
import { resolveInside } from '../fs/paths.ts'
import { isThere, readFiles } from '../fs/read-files.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { listWorkTrees, setConfig } from '../git/repository.ts'
import { runProgram } from '../git/run-program.ts'
import { withoutShim } from './hooks/marked-block.ts'
import type { UninstallPlan } from './hooks/plan-uninstall.ts'
import { type ManualStep, namesIn, textAt } from './hooks/site.ts'
import { isOwnHusky } from './hooks/steps.ts'
import { HUSKY_FILES } from './managers/husky.ts'
import { ARMED_KEY, type ConfigDone, type HuskyResult, type ReadSite, unsetKeys } from './site-on-disk.ts'

/** The folder of hook files; null where husky is not used. */
type HuskyAim = { readonly folder: string | null; readonly dryRun: boolean }

/** What the first set-up notes: only a husky that came with memkeep may go with it, and not where other hooks need it. */
function firstConfig(site: ReadSite, folder: string): readonly ConfigDone[] {
  const set = { key: 'core.hooksPath', did: 'set' } as const
  if (!isOwnHusky(site, folder)) return [set]
  const isNeeded = namesIn(site, 'root', folder).some((name) => {
    const text = textAt(site, 'root', `${folder}/${name}`)
    return text === null || withoutShim(text) !== null
  })
  const why = 'uninstall removes husky again, because it came with memkeep'
  return [set, { key: ARMED_KEY, did: 'set', ...(!isNeeded && { why }) }]
}

/**
 * Lets husky write its own files in every work tree that lacks them. A husky that came with memkeep writes them once:
 * the hooks that git starts run in a work tree without them too.
 */
export async function setUpHusky(
  site: ReadSite,
  here: string,
  { folder, dryRun }: HuskyAim,
): Promise<HuskyResult> {
  if (folder === null) return { husky: [], left: [], config: [] }
  const isFirst = site.hooksPath === null
  const tops = isOwnHusky(site, folder) ? (isFirst ? [here] : []) : await listWorkTrees(here)
  const husky: string[] = []
  const left: ManualStep[] = []
  for (const top of tops.filter((one) => isFirst || !isArmed(one, folder))) {
    const reason = dryRun ? null : await armHusky(top, folder)
    if (reason === null) husky.push(`${top}/${folder}/_`)
    else left.push({ message: `husky could not be set up in ${top}: ${reason}` })
  }
  if (left.length > 0 && husky.length === 0) return { husky, left, config: [] }
  const config = isFirst ? firstConfig(site, folder) : []
  const isNoted = config.some(({ key }) => key === ARMED_KEY)
  if (isNoted && !dryRun) await setConfig(here, ARMED_KEY, folder)
  return { husky, left, config }
}

/** Removes the husky that memkeep set up, in every work tree, or reports that it stays as long as hooks need it. */
export async function removeHusky(
  site: ReadSite,
  top: string,
  { plan, dryRun }: { readonly plan: UninstallPlan; readonly dryRun: boolean },
): Promise<HuskyResult> {
  if (plan.waiting !== null) return keepWaiting(site, top, { folder: plan.waiting, dryRun })
  const noted = site.noted === null ? [] : [ARMED_KEY]
  if (plan.husky === null) return { husky: [], left: [], config: await unsetKeys(top, noted, dryRun) }
  const { husky, left } = await removeFiles(top, plan.husky, dryRun)
  return { husky, left, config: await unsetKeys(top, ['core.hooksPath', ...noted], dryRun) }
}

/** The next `uninstall` must know that husky came with memkeep, although package.json no longer says so. */
async function keepWaiting(
  { noted }: ReadSite,
  top: string,
  { folder, dryRun }: { readonly folder: string; readonly dryRun: boolean },
): Promise<HuskyResult> {
  const left: ManualStep = {
    message: `core.hooksPath and husky's own files in ${folder}/_ were left, because hooks that were left need them`,
    fix: 'They go with the next memkeep uninstall',
  }
  if (noted !== null) return { husky: [], left: [left], config: [] }
  if (!dryRun) await setConfig(top, ARMED_KEY, folder)
  const config: ConfigDone = {
    key: ARMED_KEY,
    did: 'set',
    why: 'it lets the next uninstall know that husky came with memkeep',
  }
  return { husky: [], left: [left], config: [config] }
}

async function removeFiles(
  top: string,
  folder: string,
  dryRun: boolean,
): Promise<{ readonly husky: readonly string[]; readonly left: readonly ManualStep[] }> {
  const own = `${folder}/_`
  const tops = (await listWorkTrees(top)).filter((one) => folderNames(join(one, own)).length > 0)
  const left: ManualStep[] = []
  for (const one of dryRun ? [] : tops) {
    const reason = await disarmHusky(one, folder)
    if (reason !== null) left.push({ message: `husky's own files in ${one} were left: ${reason}` })
  }
  return { husky: tops.map((one) => `${one}/${own}`), left }
}

const TIME_LIMIT = 30_000

/** True when husky's own files are in a work tree. Git ignores them, so every work tree needs its own. */
function isArmed(top: string, folder: string): boolean {
  return ['h', 'pre-commit'].every((name) => isThere(join(top, folder, '_', name)))
}

/**
 * Lets husky write its files in a work tree, and set `core.hooksPath` for all of them. Returns null, or why it
 * failed.
 */
async function armHusky(top: string, folder: string): Promise<string | null> {
  // Husky follows symlinks when it writes.
  for (const path of HUSKY_FILES.map((name) => `${folder}/_/${name}`)) {
    const guarded = resolveInside(top, path)
    if ('refused' in guarded) return `${path}: ${guarded.refused}`
  }
  const husky = join(dirname(createRequire(import.meta.url).resolve('husky')), 'bin.js')
  // HUSKY=0 keeps hooks from running, and must not keep `init` from setting them up. Yarn's Plug'n'Play reads its packages by NODE_OPTIONS.
  const options = process.versions.pnp === undefined ? { NODE_OPTIONS: undefined } : {}
  const { code, output } = await runProgram(process.execPath, [husky, folder], {
    cwd: top,
    env: { HUSKY: undefined, ...options },
    milliseconds: TIME_LIMIT,
  })
  if (code === 0 && output.trim() === '' && isArmed(top, folder)) return null
  return output.trim() || 'husky did not write its files'
}

/** Removes husky's own files from a work tree; null, or why not. All stay when the folder holds any other file. */
async function disarmHusky(top: string, folder: string): Promise<string | null> {
  const own = `${folder}/_`
  const names = folderNames(join(top, own))
  if (names.some((name) => !HUSKY_FILES.includes(name))) return `${own} has files in it that are not husky's`
  const paths = names.map((name) => `${own}/${name}`)
  const contents = await readFiles(top, paths)
  const expected = new Map([...contents].map(([path, read]) => [path, 'bytes' in read ? read.bytes : null]))
  const plan = new Map(paths.map((path) => [path, { kind: 'delete' } as const]))
  const { refused } = applyWritePlan(top, plan, expected)
  removeEmptyFolders(top, own)
  return refused[0] ? `${refused[0].path}: ${refused[0].reason}` : null
}
