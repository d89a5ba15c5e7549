import { listWorkTrees } from '../../git/list-work-trees.ts'
import { setConfig } from '../../git/repository-config.ts'
import type { Left } from '../../hooks/step.ts'
import { armHusky, isArmed } from './arm-husky.ts'
import { mainWorkTree } from './main-work-tree.ts'
import { ARMED_KEY, type ReadSite, type SiteRoots } from './read-site.ts'
import type { ConfigDone, SetupResult } from './setup-result.ts'

/** For which folder, and what `core.hooksPath` is to be; null where husky's own value stays. */
export type HuskyAim = {
  readonly folder: string | null
  readonly hooksPath: string | null
  readonly dryRun: boolean
}

type Done = Pick<SetupResult, 'husky' | 'left' | 'config'>

/**
 * Lets husky write its own files where they are missing: in the main work tree, where one path serves all, else in every
 * work tree.
 */
export async function setUpHusky(site: ReadSite, roots: SiteRoots, aim: HuskyAim): Promise<Done> {
  const { folder, hooksPath, dryRun } = aim
  if (folder === null) return { husky: [], left: [], config: [] }
  const main = hooksPath === null ? null : mainWorkTree(roots.git)
  const tops = main === null ? await listWorkTrees(roots.root) : [main]
  const husky: string[] = []
  const left: Left[] = []
  for (const top of tops.filter((one) => site.hooksPath === null || !isArmed(one, folder))) {
    const reason = dryRun ? null : await armHusky(top, folder)
    if (reason === null) husky.push(`${top}/${folder}/_`)
    else left.push({ message: `husky could not be set up in ${top}: ${reason}` })
  }
  if (left.length > 0 && husky.length === 0) return { husky, left, config: [] }
  // Husky has just set a path of its own.
  if (hooksPath !== null && !dryRun) await setConfig(roots.root, 'core.hooksPath', hooksPath)
  const isFirst = site.hooksPath === null
  if (isFirst && !dryRun) await setConfig(roots.root, ARMED_KEY, folder)
  return { husky, left, config: settings(site, hooksPath) }
}

function settings({ hooksPath: present }: ReadSite, hooksPath: string | null): ConfigDone[] {
  const why = 'uninstall takes husky away again, since it came with memkeep'
  return [
    ...(present === null || (hooksPath !== null && present !== hooksPath)
      ? [{ key: 'core.hooksPath', did: 'set' } as const]
      : []),
    ...(present === null ? [{ key: ARMED_KEY, did: 'set', why } as const] : []),
  ]
}
