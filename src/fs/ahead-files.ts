import { lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file of the work tree that was written for a commit which may not have come about. */
export type AheadFile = { readonly path: string; readonly id: string }

const MOST_BYTES = 64 * 1024

/**
 * The files that the last hook wrote into a work tree, in git's own directory: when its commit was given up, the next
 * hook takes them back. Nothing here throws; without the list they stay, as the next rebuild would write them.
 */
export function readAhead(gitDir: string): readonly AheadFile[] {
  const path = listPath(gitDir)
  try {
    const stats = lstatSync(path)
    if (!stats.isFile() || stats.size > MOST_BYTES) return []
    return readFileSync(path, 'utf8')
      .split('\0')
      .flatMap((record) => {
        const at = record.indexOf(' ')
        return at > 0 ? [{ id: record.slice(0, at), path: record.slice(at + 1) }] : []
      })
  } catch {
    return []
  }
}

/** Replaces the list; an empty one is no file. */
export function writeAhead(gitDir: string, files: readonly AheadFile[]): void {
  const path = listPath(gitDir)
  try {
    if (files.length === 0) rmSync(path, { force: true })
    else {
      mkdirSync(join(gitDir, 'memkeep'), { recursive: true })
      rmSync(path, { force: true })
      writeFileSync(path, files.map((file) => `${file.id} ${file.path}\0`).join(''), { flag: 'wx' })
    }
  } catch {
    // Whoever cannot write here leaves a file ahead of its commit, and says so with the next rebuild.
  }
}

function listPath(gitDir: string): string {
  return join(gitDir, 'memkeep', 'ahead')
}
