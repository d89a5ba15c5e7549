import { posix } from 'node:path'
import type { SourceFile } from './read-sources.ts'

/** File → the files that it imports, each once. Imports of types count: they tie files together as others do. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s+'(\.[^']+)'|import\('(\.[^']+)'\)|(?:^|\n)import\s+'(\.[^']+)'/g

/** The relative imports of a file as they are written: static, dynamic, of types, and re-exports. */
export function relativeImports(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, from, dynamic, bare]) => from ?? dynamic ?? bare ?? '')
}

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  const known = new Set(files.map(({ path }) => path))
  return new Map(
    files.map(({ path, text }) => {
      const targets = relativeImports(text).map((target) => posix.join(posix.dirname(path), target))
      return [path, [...new Set(targets)].filter((target) => known.has(target) && target !== path)]
    }),
  )
}

/**
 * Groups of files that import one another, directly or through others: each strongly connected component, those of one file
 * included. A group comes after every group that it imports.
 */
export function importGroups(graph: ImportGraph): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const groups: string[][] = []
  const visit = (file: string): number => {
    const number = order.size
    order.set(file, number)
    open.push(file)
    isOpen.add(file)
    let low = number
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target))
      else if (isOpen.has(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? low)
    }
    lowest.set(file, low)
    if (low === number) {
      const group = open.splice(open.indexOf(file))
      for (const member of group) isOpen.delete(member)
      groups.push(group)
    }
    return low
  }
  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return groups
}

/** The longest chain of imports, from the importing file down; a circle counts as all of its files. */
export function longestChain(graph: ImportGraph): string[] {
  const groups = importGroups(graph)
  const groupOf = new Map(groups.flatMap((group) => group.map((file) => [file, group] as const)))
  const chains = new Map<readonly string[], string[]>()
  for (const group of groups) {
    const below = group
      .flatMap((file) => graph.get(file) ?? [])
      .map((target) => groupOf.get(target) ?? [])
      .filter((other) => other !== group)
      .map((other) => chains.get(other) ?? [])
    chains.set(group, [...group, ...longest(below)])
  }
  return longest([...chains.values()])
}

function longest(lists: readonly string[][]): string[] {
  return lists.reduce((most, one) => (one.length > most.length ? one : most), [])
}
