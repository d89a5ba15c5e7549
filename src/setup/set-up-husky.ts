import { listWorkTrees } from '../git/list-work-trees.ts'
import { setConfig } from '../git/repository-config.ts'
import { armHusky, isArmed } from './arm-husky.ts'
import { isOwnHusky } from './hooks/start-steps.ts'
import type { Left } from './hooks/step.ts'
import { ARMED_KEY, type ReadSite } from './read-site.ts'
import type { ConfigDone, SetupResult } from './setup-result.ts'

/** For which folder; null where husky is not used. */
export type HuskyAim = { readonly folder: string | null; readonly dryRun: boolean }

const FIRST: readonly ConfigDone[] = [
  { key: 'core.hooksPath', did: 'set' },
  { key: ARMED_KEY, did: 'set', why: 'uninstall takes husky away again, since it came with memkeep' },
]

type Done = Pick<SetupResult, 'husky' | 'left' | 'config'>

/**
 * Lets husky write its own files in every work tree where they are missing; a husky that came with memkeep once, for what
 * git starts then runs the hooks of a work tree without them.
 */
export async function setUpHusky(site: ReadSite, here: string, { folder, dryRun }: HuskyAim): Promise<Done> {
  if (folder === null) return { husky: [], left: [], config: [] }
  const isFirst = site.hooksPath === null
  const tops = isOwnHusky(site, folder) ? (isFirst ? [here] : []) : await listWorkTrees(here)
  const husky: string[] = []
  const left: Left[] = []
  for (const top of tops.filter((one) => isFirst || !isArmed(one, folder))) {
    const reason = dryRun ? null : await armHusky(top, folder)
    if (reason === null) husky.push(`${top}/${folder}/_`)
    else left.push({ message: `husky could not be set up in ${top}: ${reason}` })
  }
  if (left.length > 0 && husky.length === 0) return { husky, left, config: [] }
  if (isFirst && !dryRun) await setConfig(here, ARMED_KEY, folder)
  return { husky, left, config: isFirst ? FIRST : [] }
}
