import { writeFileSync } from 'node:fs'

/** Writes a file that the user named on the command line, in place. Throws Node's own error when it cannot. */
export function writeText(path: string, text: string): void {
  writeFileSync(path, text)
}
