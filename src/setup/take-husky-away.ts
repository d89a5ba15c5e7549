import { join } from 'node:path'
import { folderNames } from '../fs/folder-names.ts'
import { listWorkTrees } from '../git/list-work-trees.ts'
import { setConfig } from '../git/repository-config.ts'
import { disarmHusky } from './arm-husky.ts'
import type { UninstallPlan } from './hooks/plan-uninstall.ts'
import type { Left } from './hooks/step.ts'
import { ARMED_KEY, type ReadSite } from './read-site.ts'
import type { ConfigDone, SetupResult } from './setup-result.ts'
import { unset } from './unset.ts'

type Done = Pick<SetupResult, 'husky' | 'left' | 'config'>

/** Takes away the husky that memkeep set up, in every work tree, or says that it waits for what is left. */
export async function takeHuskyAway(
  site: ReadSite,
  top: string,
  { plan, dryRun }: { readonly plan: UninstallPlan; readonly dryRun: boolean },
): Promise<Done> {
  if (plan.waiting !== null) return keepWaiting(site, top, { folder: plan.waiting, dryRun })
  const noted = site.noted === null ? [] : [ARMED_KEY]
  if (plan.husky === null) return { husky: [], left: [], config: await unset(top, noted, dryRun) }
  const { husky, left } = await removeFiles(top, plan.husky, dryRun)
  return { husky, left, config: await unset(top, ['core.hooksPath', ...noted], dryRun) }
}

/** The next `uninstall` must still know whose husky it is, though what told it is gone. */
async function keepWaiting(
  { noted }: ReadSite,
  top: string,
  { folder, dryRun }: { readonly folder: string; readonly dryRun: boolean },
): Promise<Done> {
  const left: Left = {
    message: `core.hooksPath and husky's own files in ${folder}/_ were left, because hooks that were left need them`,
    mend: 'They go with the next memkeep uninstall',
  }
  if (noted !== null) return { husky: [], left: [left], config: [] }
  if (!dryRun) await setConfig(top, ARMED_KEY, folder)
  const config: ConfigDone = {
    key: ARMED_KEY,
    did: 'set',
    why: 'the next uninstall is to know that husky came with memkeep',
  }
  return { husky: [], left: [left], config: [config] }
}

async function removeFiles(
  top: string,
  folder: string,
  dryRun: boolean,
): Promise<Pick<Done, 'husky' | 'left'>> {
  const own = `${folder}/_`
  const tops = (await listWorkTrees(top)).filter((one) => folderNames(join(one, own)).length > 0)
  const left: Left[] = []
  for (const one of dryRun ? [] : tops) {
    const reason = await disarmHusky(one, folder)
    if (reason !== null) left.push({ message: `husky's own files in ${one} were left: ${reason}` })
  }
  return { husky: tops.map((one) => `${one}/${own}`), left }
}
