import type { Document } from '../core/document.ts'

/**
 * True when the same file will come to the same: nothing in it was a matter of time, and it could be read. Who may read a
 * file is not in its content.
 */
export function isRepeatable({ transient, findings }: Document): boolean {
  return !transient && findings.every(({ rule }) => rule !== 'unreadable')
}
