import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sweepFolder } from './sweep.ts'

/**
 * The folder for unfinished files in git's own directory, cleared of what killed runs left there. Undefined when it
 * cannot be had: then unfinished files lie beside their targets.
 */
export function scratchFolder(gitDir: string): string | undefined {
  const folder = join(gitDir, 'memkeep', 'tmp')
  try {
    mkdirSync(folder, { recursive: true })
    if (!lstatSync(join(gitDir, 'memkeep')).isDirectory() || !lstatSync(folder).isDirectory())
      return undefined
    sweepFolder(folder)
    return folder
  } catch {
    return undefined
  }
}
