import { closeSync, openSync, unlinkSync } from 'node:fs'
import { isThere } from './is-there.ts'

/** Finds out whether a file can be written, and leaves what is there as it is. Throws Node's own error when it cannot. */
export function tryWriting(path: string): void {
  const wasThere = isThere(path)
  closeSync(openSync(path, 'a'))
  if (!wasThere) unlinkSync(path)
}
