import type { Document } from '../../core/document.ts'
import type { FileListing } from '../../core/snapshot.ts'
import { type Import, type ImportGrammar, pathOf, takenBy } from './imports.ts'
import { factsOf } from './read-instructions.ts'

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

/** Where the files are that imports lead to. */
export type Around = { readonly byPath: ReadonlyMap<string, Document>; readonly files: FileListing }

/** Follows imports as an agent does that is started in a folder: files that are read here by their own imports, other files as an end. */
export function followImports(
  document: Document | null,
  grammar: ImportGrammar,
  { byPath, files }: Around,
  folder: string,
): ImportTree {
  const paths: string[] = []
  const cycles: Import[] = []
  const tooDeep: Import[] = []
  if (!document || !grammar.kinds.includes(document.kind)) return { paths, cycles, tooDeep }
  let steps = 0
  for (const one of importsOf(document)) {
    const walk = (from: string, next: Import, above: readonly string[]): void => {
      const target = takenBy(grammar, next)
      const path = target === null ? null : pathOf(from, target)
      steps += 1
      if (path === null || steps > MOST_STEPS || !isThere(path, files)) return
      if (grammar.asksOutside && folder !== '' && !path.startsWith(`${folder}/`)) return
      if (above.includes(path)) {
        if (path === document.path) cycles.push(one)
        return
      }
      if (grammar.deepest !== null && above.length > grammar.deepest) {
        tooDeep.push(one)
        return
      }
      if (!paths.includes(path)) paths.push(path)
      const read = byPath.get(path)
      if (read) for (const further of importsOf(read)) walk(path, further, [...above, path])
    }
    walk(document.path, one, [document.path])
  }
  return { paths, cycles: [...new Set(cycles)], tooDeep: [...new Set(tooDeep)] }
}

function importsOf(document: Document): readonly Import[] {
  return factsOf(document)?.imports ?? []
}

/** Behind a symlink or in a submodule nothing is known, so what is imported from there may be there. */
export function isThere(path: string, files: FileListing): boolean {
  if (files.has(path)) return true
  const segments = path.split('/')
  return segments.slice(1).some((_, i) => files.has(segments.slice(0, i + 1).join('/')))
}
