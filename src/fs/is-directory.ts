import { statSync } from 'node:fs'

/** True when a directory is there and can be looked at. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
