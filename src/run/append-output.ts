import { appendText } from '../files/append-text.ts'
import { orUserError } from './write-output.ts'

/** As `writeOutput`, at the end of what the file holds already. */
export function appendOutput(path: string, text: string, name: string): void {
  orUserError(name, () => appendText(path, text))
}
