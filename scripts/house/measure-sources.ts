import { posix } from 'node:path'
import { median } from '../../bench/statistics.ts'
import { importGraph, importGroups, longestChain, relativeImports } from './import-graph.ts'
import type { SourceFile } from './read-sources.ts'

/** What sources look like as a whole. */
export type SourceMeasures = {
  readonly files: number
  readonly lines: number
  readonly medianLines: number
  readonly p90Lines: number
  /** The folder with the most files directly in it; folders of rules, which hold one file a rule, are left out. */
  readonly fullestFolder: { readonly folder: string; readonly files: number }
  readonly linesPerImport: number
  readonly longestChain: readonly string[]
  /** Groups of files that import one another, each of two files at least. */
  readonly circles: readonly (readonly string[])[]
  /** Uses of `Pick`, `Omit`, `Parameters` and `ReturnType` in a thousand lines. */
  readonly pickedTypes: number
  /** Files under 40 lines that one other file imports. */
  readonly smallWithOneImporter: number
}

const PICKED = /\b(?:Pick|Omit|Parameters|ReturnType)</g
const SMALL = 40

export function measureSources(files: readonly SourceFile[]): SourceMeasures {
  const sizes = files.map(({ text }) => lineCount(text))
  const lines = sizes.reduce((sum, size) => sum + size, 0)
  const imports = files.reduce((sum, { text }) => sum + relativeImports(text).length, 0)
  const picked = files.reduce((sum, { text }) => sum + (text.match(PICKED)?.length ?? 0), 0)
  const graph = importGraph(files)
  const importers = new Map<string, number>()
  for (const target of [...graph.values()].flat()) importers.set(target, (importers.get(target) ?? 0) + 1)
  return {
    files: files.length,
    lines,
    medianLines: median(sizes),
    p90Lines: percentile(sizes, 0.9),
    fullestFolder: fullestFolder(files),
    linesPerImport: lines / imports,
    longestChain: longestChain(graph),
    circles: importGroups(graph).filter((group) => group.length > 1),
    pickedTypes: (picked / lines) * 1000,
    smallWithOneImporter: files.filter(
      ({ path, text }) => importers.get(path) === 1 && lineCount(text) < SMALL,
    ).length,
  }
}

function lineCount(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
}

/** The smallest number that so large a share of the numbers does not exceed. */
function percentile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN
}

function fullestFolder(files: readonly SourceFile[]): { folder: string; files: number } {
  const counts = new Map<string, number>()
  for (const { path } of files) {
    const folder = posix.dirname(path)
    if (posix.basename(folder) !== 'rules') counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const [folder, count] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most), ['', 0])
  return { folder, files: count }
}
