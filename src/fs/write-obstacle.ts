import { constants } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, type FsPort, NODE_FS } from './atomic-write.ts'
import { isThere } from './read-files.ts'

/** Codes of failures that say that there can be no write, whatever is written. */
const NO_WRITE: readonly string[] = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']

/** True for the code of a failure that leaves the memory readable and lets nothing be written. */
export function isNoWrite(code: string): boolean {
  return NO_WRITE.includes(code)
}

/** Why nothing can be written below some roots, or no lock taken, as far as permissions say; null where nothing speaks against it. */
export function writeObstacle(
  { root, gitDir }: { readonly root: string; readonly gitDir: string | null },
  roots: readonly string[],
  fs: FsPort = NODE_FS,
): string | null {
  const locks = join(gitDir ?? join(root, '.memkeep'), 'memkeep', 'locks')
  for (const [what, path] of [
    ...roots.map((one) => [one, join(root, one)] as const),
    ['the folder of its locks', locks] as const,
  ]) {
    let at = path
    while (!isThere(at) && dirname(at) !== at) at = dirname(at)
    try {
      fs.accessSync(at, constants.W_OK)
    } catch (error) {
      return `${what} cannot be written to (${errorCode(error)})`
    }
  }
  return null
}
