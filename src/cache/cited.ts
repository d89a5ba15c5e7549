import { cacheFolder } from '../fs/cache-folder.ts'

/** The hook's file asks for this name. */
const NAME = 'cited'

const MOST_BYTES = 16 * 1024 * 1024

/** The files that present text cites, by path: the commit hook looks up there what a commit takes away. */
export type CitedList = {
  /** Replaces the list. */
  write(paths: readonly string[]): void
  /** Adds to a list that is there. */
  add(paths: readonly string[]): void
}

/** Opens the list in git's own directory. Failures are silent: without it the hook asks memkeep. */
export function openCitedList(commonDir: string): CitedList {
  const folder = cacheFolder(commonDir)
  const lines = (paths: readonly string[]): string =>
    [...new Set(paths)]
      .filter((path) => !/[\n\r]/.test(path))
      .map((path) => `${path}\n`)
      .join('')
  return {
    write: (paths) => {
      const text = lines([...paths].sort())
      if (folder.read(NAME, MOST_BYTES)?.toString('utf8') !== text) folder.write(NAME, Buffer.from(text))
    },
    add: (paths) => {
      const known = new Set(folder.read(NAME, MOST_BYTES)?.toString('utf8').split('\n'))
      const fresh = known.size > 0 ? paths.filter((path) => !known.has(path)) : []
      if (fresh.length > 0) folder.append(NAME, Buffer.from(lines(fresh)))
    },
  }
}
