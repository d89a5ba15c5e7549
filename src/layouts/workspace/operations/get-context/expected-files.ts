import type { Memory } from '../../../../core/memory.ts'
import { safePath, safeText } from '../../../../core/safe-text.ts'
import { workspaceSettings } from '../../settings.ts'
import { isWithin, knownScopes, scopeDepth } from './scopes.ts'

/** Where the overviews and logs that a scope has to do with lie, or would lie if there were any. */
export function expectedFiles(memory: Memory, scope: string): readonly string[] {
  const { resources, memory: logs } = workspaceSettings(memory.settings)
  return knownScopes(memory)
    .filter((one) => isWithin(one, scope) || isWithin(scope, one))
    .flatMap((one) => [
      `${resources}/${one}/OVERVIEW.md`,
      ...(scopeDepth(one) < 3 ? [`${logs}/${one}/decisions.md`, `${logs}/${one}/lessons.md`] : []),
    ])
    .filter((path) => !memory.files.has(path))
}

/** Unseen is not empty: says what stands in the place of a file, whatever is behind it. */
export function hiddenNotes(hidden: ReadonlyMap<string, string> = new Map()): string[] {
  // What stands above several files is said once.
  const paths = new Map([...hidden].reverse().map(([path, what]) => [keyOf(path, what), { path, what }]))
  return [...paths.values()]
    .reverse()
    .map(
      ({ path, what }) =>
        `${safePath(path)} cannot be read: ${safeText(what)}. What is missing here may lie behind it.`,
    )
}

function keyOf(path: string, what: string): string {
  return what.endsWith('above it') ? what : path
}
