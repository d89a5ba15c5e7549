import { join } from 'node:path'
import { appendFileSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from './gate.ts'

/** Most bytes of a list that are read; of ids the newest count. */
const MOST_LIST_BYTES = 64 * 1024

/**
 * Ids of contents that memkeep itself wrote into a work tree, kept in git's own directory: no person wrote such a
 * content, so it may be replaced. Without the list, files are only left alone.
 */
export type GeneratedIds = {
  readonly has: (id: string) => boolean
  readonly add: (ids: readonly string[]) => void
}

/** Opens the list of a work tree. No call here throws. */
export function generatedIds(gitDir: string): GeneratedIds {
  const folder = join(gitDir, 'memkeep')
  const path = join(folder, 'generated')
  const known = new Set(readIds(path).split('\n'))
  return {
    has: (id) => known.has(id),
    add: (ids) => {
      const fresh = ids.filter((id) => !known.has(id))
      for (const id of fresh) known.add(id)
      if (fresh.length > 0) appendIds(folder, path, fresh)
    },
  }
}

function readIds(path: string): string {
  try {
    if (!lstatSync(path).isFile()) return ''
    return readFileSync(path, 'latin1').slice(-MOST_LIST_BYTES)
  } catch {
    return ''
  }
}

function appendIds(folder: string, path: string, ids: readonly string[]): void {
  try {
    mkdirSync(folder, { recursive: true })
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== false) {
      appendFileSync(path, `\n${ids.join('\n')}\n`)
    }
  } catch {
    // Without the list more files are left alone.
  }
}

/** A file of the work tree that was written for a commit, which may have been given up. */
export type AheadFile = { readonly path: string; readonly id: string }

/**
 * The files that the last hook wrote into a work tree, kept in git's own directory: when its commit was given up, the
 * next hook puts them back. Never throws; without the list they stay, as the next rebuild would write them.
 */
export function readAheadFiles(gitDir: string): readonly AheadFile[] {
  const path = listPath(gitDir)
  try {
    const stats = lstatSync(path)
    if (!stats.isFile() || stats.size > MOST_LIST_BYTES) return []
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

/** Replaces the list; an empty one removes the file. */
export function writeAheadFiles(gitDir: string, files: readonly AheadFile[]): void {
  const path = listPath(gitDir)
  try {
    if (files.length === 0) rmSync(path, { force: true })
    else {
      mkdirSync(join(gitDir, 'memkeep'), { recursive: true })
      rmSync(path, { force: true })
      writeFileSync(path, files.map((file) => `${file.id} ${file.path}\0`).join(''), { flag: 'wx' })
    }
  } catch {
    // Without the list a file may stay ahead of its commit; the next rebuild reports it.
  }
}

function listPath(gitDir: string): string {
  return join(gitDir, 'memkeep', 'ahead')
}
