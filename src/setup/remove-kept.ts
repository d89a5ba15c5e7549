import { join, relative } from 'node:path'
import { cacheFolder } from '../fs/cache-folder.ts'
import { folderNames } from '../fs/folder-names.ts'
import { resolveInside } from '../fs/path-guard.ts'
import { readFiles } from '../fs/read-files.ts'
import { removeEmptyFolders } from '../fs/remove-empty-folders.ts'
import { applyWritePlan } from '../fs/write-plan.ts'

/** What memkeep makes in its folder of git's directory, all of it disposable; `replaced` holds what people wrote. */
const OWN =
  /^(?:(?:facts|outcomes|signatures)-[0-9a-f]+(?:-\w+)?\.jsonl?|result-[0-9a-f]+\.json|last-check|generated|ahead)$/
const SCRATCH = 'memkeep/tmp'

/**
 * Removes what memkeep keeps for itself in git's own directory, for all work trees; gives the folders where something was,
 * from the directory that they share. Whatever else lies there stays.
 */
export async function removeKept(commonDir: string, dryRun: boolean): Promise<readonly string[]> {
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
    for (const path of [SCRATCH, 'memkeep']) removeEmptyFolders(gitDir, path)
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
