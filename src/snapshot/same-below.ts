import type { OpenSnapshot } from './real-snapshot.ts'

/** True when two snapshots hold the same at and below all of some paths. */
export function sameBelow(paths: readonly string[], a: OpenSnapshot, b: OpenSnapshot): boolean {
  return listing(a, paths) === listing(b, paths)
}

function listing({ files, oddPaths = [] }: OpenSnapshot, paths: readonly string[]): string {
  const isBelow = (path: string): boolean =>
    paths.some((folder) => path === folder || path.startsWith(`${folder}/`))
  return JSON.stringify([
    [...files.values()].filter(({ path }) => isBelow(path)).map(({ path, id, mode }) => [path, id, mode]),
    oddPaths.filter(isBelow),
  ])
}
