import { safeText } from '../core/safe-text.ts'
import type { Io } from './io.ts'

/** Says something beside the outcome: one line each on standard error, so that machine formats stay whole. */
export function remark(notes: readonly string[], io: Io): void {
  for (const note of notes) io.stderr.write(`memkeep: ${safeText(note)}\n`)
}
