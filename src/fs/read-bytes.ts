import { readFileSync } from 'node:fs'

/** Reads a file that was named on the command line. Throws Node's own error when it cannot. */
export function readBytes(path: string): Buffer {
  return readFileSync(path)
}
