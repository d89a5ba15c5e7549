import { basename, dirname } from 'node:path'

/**
 * The top of the main work tree, from the directory that all work trees share; null where that does not lie in one, as in
 * a submodule. Of a bare repository called `.git` it is the folder above it.
 */
export function mainWorkTree(commonDir: string): string | null {
  return basename(commonDir) === '.git' ? dirname(commonDir) : null
}
