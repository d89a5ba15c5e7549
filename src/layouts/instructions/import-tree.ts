import type { Document } from '../../core/document.ts'
import { resolveTarget } from '../../core/path.ts'
import type { Import } from './imports.ts'
import { factsOf } from './read-instructions.ts'

/** So many files deep are imports followed: the documentation of Claude Code says five. */
export const DEEPEST = 5

/** Imports that are followed for one file; files that all import each other have more ways through them than can be counted. */
const MOST_STEPS = 2000

/** What a file imports, through the files that it imports. */
export type ImportTree = {
  /** The imported files, in order, each once. */
  readonly paths: readonly string[]
  /** Imports of the file itself that come back to it. */
  readonly cycles: readonly Import[]
  /** Imports of the file itself behind which some lie too deep. */
  readonly tooDeep: readonly Import[]
}

/** Follows imports as Claude Code does: files that are read here by their own imports, other files as an end. */
export function followImports(document: Document | null, byPath: ReadonlyMap<string, Document>): ImportTree {
  const paths: string[] = []
  const cycles: Import[] = []
  const tooDeep: Import[] = []
  if (!document) return { paths, cycles, tooDeep }
  let steps = 0
  for (const one of followed(document)) {
    const walk = (from: string, target: string, above: readonly string[]): void => {
      const path = pathOf(from, target)
      steps += 1
      if (path === null || steps > MOST_STEPS) return
      if (above.includes(path)) {
        if (path === document.path) cycles.push(one)
        return
      }
      if (above.length > DEEPEST) {
        tooDeep.push(one)
        return
      }
      if (!paths.includes(path)) paths.push(path)
      const next = byPath.get(path)
      if (next) for (const { target: further } of followed(next)) walk(path, further, [...above, path])
    }
    walk(document.path, one.target, [document.path])
  }
  return { paths, cycles: [...new Set(cycles)], tooDeep: [...new Set(tooDeep)] }
}

/** Imports that an agent follows. */
function followed(document: Document): readonly Import[] {
  return (factsOf(document)?.imports ?? []).filter(({ isCode }) => !isCode)
}

/** Where an import leads: to a path of the repository; null for a place outside of it. */
export function pathOf(from: string, target: string): string | null {
  return target.startsWith('~') || target.startsWith('/') ? null : resolveTarget(from, target)
}
