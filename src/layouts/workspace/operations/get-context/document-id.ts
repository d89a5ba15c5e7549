import type { Document } from '../../../../core/document.ts'
import type { Memory } from '../../../../core/memory.ts'
import { workspaceSettings } from '../../settings.ts'

/** Kinds whose documents are named by their file. */
const NAMED_BY_FILE: ReadonlySet<string> = new Set(['plan', 'feature', 'spike', 'architecture'])

const stems = new WeakMap<Memory, ReadonlyMap<string, number>>()

/**
 * A name that no other document of the resources has: the file's name without its ending, or the path below the
 * resources where two files have one name. An OVERVIEW is always named by its path.
 */
export function documentId({ path, kind }: Document, memory: Memory): string {
  const { resources } = workspaceSettings(memory.settings)
  const stem = fileStem(path)
  const isUnique = NAMED_BY_FILE.has(kind) && stemCounts(memory).get(stem) === 1
  return isUnique ? stem : path.slice(resources.length + 1).replace(/\.md$/, '')
}

/** `260208-workflow-engine` of `…/_plans/260208-workflow-engine.md`. */
export function fileStem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '')
}

function stemCounts(memory: Memory): ReadonlyMap<string, number> {
  const known = stems.get(memory)
  if (known) return known
  const counts = new Map<string, number>()
  for (const { kind, path } of memory.documents) {
    if (!NAMED_BY_FILE.has(kind)) continue
    const stem = fileStem(path)
    counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  stems.set(memory, counts)
  return counts
}
