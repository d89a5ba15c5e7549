import { appendFileSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** More ids than this many bytes hold are never looked at: the newest count. */
const MOST_BYTES = 64 * 1024

/**
 * Ids of contents that memkeep itself has written into a work tree, in git's own directory: such a content is nobody's
 * work, and may be replaced. Losing the list only means that a file is left alone.
 */
export type GeneratedIds = {
  readonly has: (id: string) => boolean
  readonly add: (ids: readonly string[]) => void
}

/** Opens the list of a work tree. Nothing here throws. */
export function generatedIds(gitDir: string): GeneratedIds {
  const folder = join(gitDir, 'memkeep')
  const path = join(folder, 'generated')
  const known = new Set(read(path).split('\n'))
  return {
    has: (id) => known.has(id),
    add: (ids) => {
      const fresh = ids.filter((id) => !known.has(id))
      for (const id of fresh) known.add(id)
      if (fresh.length > 0) append(folder, path, fresh)
    },
  }
}

function read(path: string): string {
  try {
    if (!lstatSync(path).isFile()) return ''
    return readFileSync(path, 'latin1').slice(-MOST_BYTES)
  } catch {
    return ''
  }
}

function append(folder: string, path: string, ids: readonly string[]): void {
  try {
    mkdirSync(folder, { recursive: true })
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== false) {
      appendFileSync(path, `\n${ids.join('\n')}\n`)
    }
  } catch {
    // Whoever cannot write here leaves more files alone.
  }
}
