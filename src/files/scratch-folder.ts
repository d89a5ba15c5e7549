import { lstatSync, mkdirSync, readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'

/** A file this old was left behind by a process that is gone. */
const ABANDONED_MS = 600_000

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
    for (const name of readdirSync(folder)) sweep(join(folder, name))
    return folder
  } catch {
    return undefined
  }
}

function sweep(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  if (stats?.isFile() && path.endsWith('.tmp') && Date.now() - stats.mtimeMs > ABANDONED_MS) unlinkSync(path)
}
