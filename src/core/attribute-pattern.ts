/** A path as the start of a pattern of `.gitattributes` that fits nothing else: wildcards, `!` and `[attr]` are only themselves. */
export function literalPattern(path: string): string {
  return path.replace(/[\\*?[]|^!/g, '\\$&')
}
