import { cacheFolder } from '../fs/cache-folder.ts'

/** The hook's file asks for this name. */
const NAME = 'cited'

const MOST_BYTES = 16 * 1024 * 1024

/** So many paths that are cited no more are kept in any list. */
const MOST_PAST = 10_000

/**
 * The files and folders that present text cites, by path: the commit hook looks up there what a commit takes away, and all that its
 * paths end with. So of what may be at several places only the end is kept.
 */
export type CitedList = {
  /**
   * Begins the list with all that is cited, or adds to the one that is there: it serves every commit that is checked out, and a reset or
   * a switch runs no check. It is begun again where most of it is of the past.
   */
  write(paths: readonly string[]): void
  /** Adds to a list that is there. */
  add(paths: readonly string[]): void
}

/** Opens the list in git's own directory. Failures are silent: without it the hook asks memkeep. */
export function openCitedList(commonDir: string): CitedList {
  const folder = cacheFolder(commonDir)
  const lines = (paths: Iterable<string>): string =>
    [...paths]
      .filter((path) => !/[\n\r]/.test(path))
      .map((path) => `${path}\n`)
      .join('')
  const read = (): ReadonlySet<string> => new Set(folder.read(NAME, MOST_BYTES)?.toString('utf8').split('\n'))
  const add = (paths: Iterable<string>, known: ReadonlySet<string>): void => {
    const fresh = [...paths].filter((path) => !known.has(path) && !endsLike(path, known))
    if (fresh.length > 0) folder.append(NAME, Buffer.from(lines(fresh)))
  }
  return {
    write: (paths) => {
      const all = new Set(paths)
      const wanted = new Set([...all].filter((path) => !endsLike(path, all)).sort())
      const known = read()
      if (known.size === 0 || known.size > wanted.size * 2 + MOST_PAST)
        folder.write(NAME, Buffer.from(lines(wanted)))
      else add(wanted, known)
    },
    add: (paths) => {
      const known = read()
      if (known.size > 0) add(new Set(paths), known)
    },
  }
}

/** True for a path that ends with another one. */
function endsLike(path: string, others: ReadonlySet<string>): boolean {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    if (others.has(path.slice(at + 1))) return true
  }
  return false
}
