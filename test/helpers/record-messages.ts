import { appendFileSync } from 'node:fs'
import type { Diagnostic } from '../../src/core/diagnostic.ts'

/** The file in which findings of tests are recorded, a line of JSON each: `npm run messages` asks for it. */
const FILE = process.env.MEMKEEP_MESSAGES

/** Records findings for people who read all messages as a whole; does nothing in other runs. */
export function recordMessages(diagnostics: readonly Diagnostic[]): void {
  if (FILE === undefined) return
  for (const { rule, severity, message, help } of diagnostics)
    appendFileSync(FILE, `${JSON.stringify({ rule, severity, message, help })}\n`)
}
