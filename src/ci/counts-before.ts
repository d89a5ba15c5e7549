import { BASELINE_FILE, type Baseline, baselineOf, baselineRows, countKnown } from '../core/baseline.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { judgeSides, type LoadedSide } from '../engine/check-snapshot.ts'
import type { LoadOptions } from '../engine/load-options.ts'
import { renamedAsIs } from '../snapshot/renamed-as-is.ts'

/**
 * What a side had of each rule in each file, those that were renamed as they are under their new names; null where no
 * baseline asks for it. A baseline that counts more than there was would let as much in unseen.
 */
export async function countsBefore(
  before: LoadedSide,
  after: Snapshot,
  load: LoadOptions,
): Promise<Baseline | null> {
  if (!after.files.has(BASELINE_FILE)) return null
  const { diagnostics } = await judgeSides({ after: before, before: null, merge: null }, load)
  const counts = countKnown(diagnostics)
  const renamed = await renamedAsIs(before.snapshot, after, [...counts.keys()])
  return baselineOf(baselineRows(counts).map((row) => ({ ...row, path: renamed.get(row.path) ?? row.path })))
}
