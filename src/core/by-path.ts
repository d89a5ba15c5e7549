/** Diagnostics, or what else has a path, by their file: files and what they have in the order given. */
export function byPath<T extends { readonly path: string }>(
  diagnostics: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of diagnostics) {
    const group = groups.get(one.path)
    if (group) group.push(one)
    else groups.set(one.path, [one])
  }
  return groups
}
