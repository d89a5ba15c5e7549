import { appendFileSync } from 'node:fs'

/** Adds text at the end of a file, and makes the file where it is missing. Throws Node's own error when it cannot. */
export function appendText(path: string, text: string): void {
  appendFileSync(path, text)
}
