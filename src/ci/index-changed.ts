import type { Diagnostic } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import type { LoadedSide } from '../engine/check-snapshot.ts'

/** True when a derived file is stale, or is not what it was in the side before: added, changed or gone. */
export function indexChanged(
  before: LoadedSide | null,
  after: LoadedSide,
  diagnostics: readonly Diagnostic[],
): boolean {
  if (diagnostics.some(({ rule }) => rule === DERIVED_FRESH)) return true
  return before !== null && derivedIn(before) !== derivedIn(after)
}

function derivedIn({ loaded, memories }: LoadedSide): string {
  const kinds = new Set(
    [...memories.keys()].flatMap(({ id, kinds: own }) =>
      own.flatMap((kind) => (kind.merge === 'derived' ? [`${id} ${kind.id}`] : [])),
    ),
  )
  const isDerived = ({ layout, kind }: Document): boolean => kinds.has(`${layout} ${kind}`)
  return JSON.stringify(loaded.documents.filter(isDerived).map(({ path, id }) => [path, id]))
}
