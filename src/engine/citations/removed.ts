import type { Citation, CitedCommit, Removal } from '../../core/citation.ts'
import { isThere, meantPaths, tailOf } from '../../core/cited-paths.ts'
import { folderOf } from '../../core/path.ts'
import { type FileListing, holdsFile } from '../../core/snapshot.ts'
import type { CodeHistory } from './code-history.ts'

/** Files and folders that are not there any more. */
export type Removed = {
  /** Those that a citation may have named, by one of the paths that it may mean or by the end of a path; at most 20. */
  readonly candidates: (citation: Citation, from: string) => readonly string[]
  /** Nothing was taken away. */
  readonly isNone: boolean
  /** What took one away last; absent where no commit has. */
  readonly by: (path: string) => CitedCommit | undefined
  /** Where renames lead to from some of them, each as far as it is there now. */
  readonly successors: (
    paths: readonly string[],
    history: CodeHistory | undefined,
  ) => Promise<ReadonlyMap<string, readonly string[]>>
}

const MOST_CANDIDATES = 20

const NONE: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map()

/** So many renames of one file are followed. */
const MOST_STEPS = 12

/** What was taken away and is not there now, with every folder that went with it. */
export function removedPaths(
  removals: readonly Removal[],
  uncommitted: ReadonlyMap<string, string | null>,
  files: FileListing,
): Removed {
  // The newest removal of a file comes first.
  const by = new Map<string, CitedCommit | undefined>()
  const below = new Map<string, string[]>()
  const add = (path: string, commit: CitedCommit | undefined): void => {
    if (by.has(path) || isThere(path, files)) return
    by.set(path, commit)
    for (let folder = folderOf(path); folder !== ''; folder = folderOf(folder)) {
      const known = below.get(folder)
      if (known) known.push(path)
      else if (holdsFile(files, folder)) break
      else below.set(folder, [path])
    }
  }
  for (const path of uncommitted.keys()) add(path, undefined)
  for (const removal of removals) add(removal.path, removal.by)
  const byName = new Map<string, string[]>()
  for (const path of [...by.keys(), ...below.keys()]) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const known = byName.get(name)
    if (known) known.push(path)
    else byName.set(name, [path])
  }
  const isGone = (path: string): boolean => by.has(path) || below.has(path)
  // A folder goes with the last of its files.
  const lastOf = (path: string): string => (by.has(path) ? path : (below.get(path)?.[0] ?? path))
  return {
    isNone: by.size === 0,
    candidates: (citation, from) => {
      const [name = ''] = /[^/]*(?=\/?$)/.exec(citation.target) ?? []
      const named = byName.get(name) ?? []
      if (named.length === 0) return []
      const exact = meantPaths(citation, from).filter(isGone)
      const tail = tailOf(citation)
      if (exact.length > 0 || tail === null) return exact
      return named.filter((path) => path === tail || path.endsWith(`/${tail}`)).slice(0, MOST_CANDIDATES)
    },
    by: (path) => by.get(lastOf(path)),
    successors: async (paths, history) => {
      const steps = new Map<string, string | null>(uncommitted)
      const asked = new Set<string>()
      const step = (path: string): string | null | undefined => steps.get(path)
      const sources = (path: string): readonly string[] => (by.has(path) ? [path] : (below.get(path) ?? []))
      let open = [...new Set(paths.flatMap(sources))]
      for (let i = 0; i < MOST_STEPS && open.length > 0; i += 1) {
        const commits = [
          ...new Set(open.flatMap((path) => (steps.has(path) ? [] : (by.get(path)?.oid ?? [])))),
        ]
        const renames = history ? await history.renames(commits.filter((oid) => !asked.has(oid))) : NONE
        for (const oid of commits) asked.add(oid)
        for (const names of renames.values()) {
          for (const [from, to] of names) if (by.has(from) && !steps.has(from)) steps.set(from, to)
        }
        open = open.flatMap((path) => {
          const next = step(path)
          return next && !files.has(next) && by.has(next) && !asked.has(`path ${next}`) ? [next] : []
        })
        for (const path of open) asked.add(`path ${path}`)
      }
      const end = (path: string): string | null => {
        let at: string | null | undefined = path
        for (let i = 0; i < MOST_STEPS && at && !files.has(at); i += 1) at = step(at)
        return at && files.has(at) ? at : null
      }
      return new Map(
        [...new Set(paths)].map((path) => {
          if (by.has(path)) return [path, [end(path)].flatMap((one) => one ?? [])] as const
          return [path, folderNow(path, sources(path), end)] as const
        }),
      )
    },
  }
}

/** Where a folder is now: where most of its files went, each by its name below it, and all of them to one folder. */
function folderNow(
  folder: string,
  files: readonly string[],
  end: (path: string) => string | null,
): readonly string[] {
  const moved = files.flatMap((path) => {
    const now = end(path)
    const rest = path.slice(folder.length)
    return now?.endsWith(rest) ? [now.slice(0, -rest.length)] : []
  })
  const [first] = moved
  const isOne = moved.every((one) => one === first)
  return first && isOne && moved.length * 2 > files.length ? [first] : []
}
