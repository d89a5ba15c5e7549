import { join } from 'node:path'
import { kindAt } from './kind-at.ts'

/**
 * True when directories of a repository, each given relative to its top level, are that or not there, and so is everything
 * above them: no link, no file, and no repository of its own. Throws `UserError` when it cannot be looked at.
 */
export function arePlainFolders(top: string, folders: readonly string[]): boolean {
  const seen = new Set(folders.flatMap(withThoseAbove))
  return [...seen].every((folder) => {
    const kind = kindAt(join(top, folder))
    return kind === 'nothing' || (kind === 'directory' && kindAt(join(top, folder, '.git')) === 'nothing')
  })
}

/** A directory and all above it below the top level, the outermost first. */
export function withThoseAbove(folder: string): string[] {
  const names = folder.split('/')
  return names.map((_, i) => names.slice(0, i + 1).join('/'))
}
