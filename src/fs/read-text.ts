import { readFileSync } from 'node:fs'

/** Reads a file that the user named on the command line, as UTF-8. Throws Node's own error when it cannot. */
export function readText(path: string): string {
  return readFileSync(path, 'utf8')
}
