/** A file that was left as it is, and why. */
export type Refused = { readonly path: string; readonly reason: string }

const TOGETHER = 'it belongs to a file that was left'

/** A file that is left for a reason, and all others of its set, which are made together or not at all. */
export function refusedTogether(path: string, reason: string, set: Iterable<string>): readonly Refused[] {
  const others = [...new Set(set)].filter((one) => one !== path)
  return [{ path, reason }, ...leftToo(others)]
}

/** Files that are left because of another one. */
export function leftToo(paths: readonly string[]): readonly Refused[] {
  return paths.map((path) => ({ path, reason: TOGETHER }))
}
