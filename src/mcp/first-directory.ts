import { fileURLToPath } from 'node:url'
import { isDirectory } from '../fs/stat.ts'

/** The first of some `file:` URIs that leads to a directory here, as a path; null when none does. */
export function firstDirectory(uris: readonly string[]): string | null {
  return uris.flatMap((uri) => pathOf(uri) ?? []).find(isDirectory) ?? null
}

function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri)
  } catch {
    return null
  }
}
