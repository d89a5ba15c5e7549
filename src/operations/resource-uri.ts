/**
 * `memkeep://workspace/user/memory/workspaces/devtools/decisions.md`: the layout, and the path from the root with every
 * character percent-encoded that `encodeURIComponent` encodes. Null for a path that is no Unicode text.
 */
export function resourceUri(layout: string, path: string): string | null {
  return path.isWellFormed() ? `memkeep://${layout}/${encoded(path)}` : null
}

/** A URI as `resourceUri` writes it, whichever characters of it were encoded; null when it is none of memkeep. */
export function canonicalUri(uri: string): string | null {
  const [, layout, path] = /^memkeep:\/\/([a-z0-9-]+)\/([^?#]+)$/.exec(uri) ?? []
  if (layout === undefined || path === undefined) return null
  try {
    return resourceUri(layout, decodeURIComponent(path))
  } catch {
    return null
  }
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
