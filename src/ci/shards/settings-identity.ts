import { createHash } from 'node:crypto'
import { type FactsBasis, factsVersion } from '../../engine/facts.ts'

/** A name for all that facts depend on besides a content and a path: 32 hex digits. */
export function settingsIdentity(basis: FactsBasis): string {
  return createHash('sha256').update(factsVersion(basis)).digest('hex').slice(0, 32)
}
