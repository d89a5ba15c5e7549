import { appendText } from '../fs/text-files.ts'
import { redacted } from './redacted.ts'
import { orUserError } from './write-output.ts'

/** As `writeOutput`, at the end of what the file holds already. */
export async function appendOutput(path: string, text: string, name: string): Promise<void> {
  const shown = await redacted(text)
  orUserError(name, () => appendText(path, shown))
}
