import { randomUUID } from 'node:crypto'
import { appendOutput } from '../engine/append-output.ts'

/**
 * Adds outputs of a step to the file that GitHub Actions names, each between delimiters that nobody can guess. Throws
 * `UserError` when it cannot be written.
 */
export function appendOutputs(
  path: string,
  outputs: { readonly [name: string]: string | number | boolean },
): Promise<void> {
  const lines = Object.entries(outputs).map(([name, value]) => {
    const delimiter = `ghadelimiter_${randomUUID()}`
    return `${name}<<${delimiter}\n${value}\n${delimiter}\n`
  })
  return appendOutput(path, lines.join(''), 'GITHUB_OUTPUT')
}
