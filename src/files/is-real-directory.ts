import { lstatSync } from 'node:fs'

/** True when a directory itself is there, and not a link to one. */
export function isRealDirectory(path: string): boolean {
  try {
    return lstatSync(path).isDirectory()
  } catch {
    return false
  }
}
