import type { Diagnostic } from './diagnostic.ts'

/** Diagnostics by their file, files and diagnostics in the order given. */
export function byPath(diagnostics: readonly Diagnostic[]): ReadonlyMap<string, readonly Diagnostic[]> {
  const groups = new Map<string, Diagnostic[]>()
  for (const one of diagnostics) {
    const group = groups.get(one.path)
    if (group) group.push(one)
    else groups.set(one.path, [one])
  }
  return groups
}
