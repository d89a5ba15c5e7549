import { realpathSync } from 'node:fs'

/** A path without symbolic links; the path itself where it cannot be followed. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
