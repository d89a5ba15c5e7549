import { indexAt, indexPath, logAt } from './independent-index.ts'
import type { Tree } from './picture.ts'

/**
 * A tree with the memory indexes that it lacks, as they were stored last: at the same path, or in the workspace that had a
 * log with the same contents at the same place, and that has no index any more.
 */
export function withLastIndexes(tree: Tree, stored: readonly Tree[]): Tree {
  const workspaces = new Set([...tree.keys()].flatMap((path) => logAt(path)?.workspace ?? []))
  const missing = [...workspaces].map(indexPath).filter((path) => !tree.has(path))
  const found = missing.flatMap((path) => {
    const entry = lastAt(path, stored) ?? lastElsewhere(path, tree, { stored, missing })
    return entry === undefined ? [] : [[path, entry] as const]
  })
  return new Map([...tree, ...found])
}

function lastAt(path: string, stored: readonly Tree[]): string | undefined {
  return stored.map((one) => one.get(path)).find((entry) => entry !== undefined)
}

function lastElsewhere(
  path: string,
  tree: Tree,
  { stored, missing }: { readonly stored: readonly Tree[]; readonly missing: readonly string[] },
): string | undefined {
  const isMoved = (from: Tree, old: string): boolean =>
    [...tree].some(([log, entry]) => {
      const below = path.replace(/_index\.yaml$/, '')
      const oldBelow = old.replace(/_index\.yaml$/, '')
      return log.startsWith(below) && logAt(log) && from.get(oldBelow + log.slice(below.length)) === entry
    })
  for (const from of stored) {
    const gone = [...from.keys()].filter(
      (old) => indexAt(old) !== null && !tree.has(old) && !missing.includes(old),
    )
    const old = gone.find((one) => isMoved(from, one))
    if (old !== undefined) return from.get(old)
  }
  return undefined
}
