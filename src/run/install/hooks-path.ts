import { isAbsolute, join } from 'node:path'
import { isThere } from '../../files/is-there.ts'
import { listWorkTrees } from '../../git/list-work-trees.ts'
import { HOOK_NAMES } from '../../hooks/hook-names.ts'
import { namesHusky } from '../../hooks/managers/prepare-script.ts'
import { textAt } from '../../hooks/site.ts'
import { mainWorkTree } from './main-work-tree.ts'
import type { ReadSite, SiteRoots } from './read-site.ts'

/**
 * What `core.hooksPath` is to be where memkeep sets husky up: the main work tree's folder, as an absolute path, since a
 * relative one leads nowhere in a work tree that is added later: git ignores husky's own files. Null where husky is
 * somebody else's, and until the main work tree has the hook files.
 */
export function wantedHooksPath(site: ReadSite, roots: SiteRoots, folder: string): string | null {
  const main = mainWorkTree(roots.git)
  if (main === null) return null
  const path = join(main, folder, '_').replaceAll('\\', '/')
  if (site.hooksPath === path) return path
  if (!isOurs(site, folder)) return null
  const isReady = main === roots.root || HOOK_NAMES.every((name) => isThere(join(main, folder, name)))
  return isReady ? path : null
}

/** True when a work tree that is added later has no hooks, though this one has. */
export function isForThisTreeOnly({ hooksPath }: ReadSite, wanted: string | null): boolean {
  return wanted === null && (hooksPath === null || !isAbsolute(hooksPath))
}

/** The main work tree, where its hooks are those of a linked one, too; null otherwise. */
export function servingWorkTree({ hooksPath }: ReadSite, roots: SiteRoots): string | null {
  const main = mainWorkTree(roots.git)
  return hooksPath !== null && isAbsolute(hooksPath) && main !== roots.root ? main : null
}

/** The main work tree, where it only lacks the hook files to serve all work trees; null otherwise. */
export async function unreadyMain(site: ReadSite, roots: SiteRoots, folder: string): Promise<string | null> {
  const main = mainWorkTree(roots.git)
  if (main === null || main === roots.root || !isOurs(site, folder)) return null
  return (await listWorkTrees(roots.root)).includes(main) ? main : null
}

function isOurs(site: ReadSite, folder: string): boolean {
  if (namesHusky(textAt(site, 'root', 'package.json') ?? '')) return false
  return site.hooksPath === null || site.brought === folder
}
