import { statSync } from 'node:fs'

/** The size of a file in bytes; 0 for one that is not there or cannot be looked at. */
export function byteSize(path: string): number {
  try {
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0
  } catch {
    return 0
  }
}
