import type { Diagnostic } from '../core/diagnostic.ts'
import { digest } from '../formats/hash.ts'

/**
 * A name for each finding, 24 hex digits, that it keeps while lines move: what it says of which file, and which one it
 * is among those that say the same.
 */
export function fingerprintsOf(diagnostics: readonly Diagnostic[]): ReadonlyMap<Diagnostic, string> {
  const seen = new Map<string, number>()
  return new Map(
    diagnostics.map((one) => {
      const same = JSON.stringify([one.path, one.rule, one.message, one.layout])
      const ordinal = seen.get(same) ?? 0
      seen.set(same, ordinal + 1)
      return [one, digest(`${same} ${ordinal}`)]
    }),
  )
}
