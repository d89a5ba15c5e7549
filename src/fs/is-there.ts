import { lstatSync } from 'node:fs'

/** True when anything at all has this name, a broken link too. */
export function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
