import { UserError } from '../core/errors.ts'
import { writeText } from '../files/write-text.ts'

/** Writes a report where the user wants it. A path that cannot be written is the user's to mend: `UserError`. */
export function writeOutput(path: string, text: string): void {
  try {
    writeText(path, text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new UserError(`Cannot write --output: ${reason}`, 'Give a file in a directory that exists.', error)
  }
}
