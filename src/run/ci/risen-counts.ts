import { BASELINE_FILE, type Baseline, type BaselineRow, rowsOf } from '../../core/baseline.ts'
import type { Diagnostic } from '../../core/diagnostic.ts'
import { safeText } from '../../core/safe-text.ts'
import type { Snapshot } from '../../core/snapshot.ts'
import { baselineIn, onBaseline } from '../known-findings.ts'
import type { LoadOptions } from '../load-options.ts'
import { renamedAsIs } from '../renamed-as-is.ts'

/** What became of the baseline file between two snapshots. */
export type Risen = {
  readonly diagnostics: readonly Diagnostic[]
  /** The side before has no such file, or none that can be read. */
  readonly isFirst: boolean
  readonly notices: readonly string[]
}

/**
 * Says of every count that is higher than before that it is; those of a file that was renamed as it is go with it. The
 * first baseline of a repository has grown from nothing, which is what it is for.
 */
export async function risenCounts(
  before: Snapshot | null,
  after: Snapshot,
  load: Pick<LoadOptions, 'rules' | 'settings'>,
): Promise<Risen> {
  const now = await baselineIn(after)
  if (!before || !now) return { diagnostics: [], isFirst: false, notices: [] }
  const { baseline, notices } = await baselineBefore(before)
  if (!baseline) return { diagnostics: [], isFirst: true, notices }
  const renamed = await renamedAsIs(before, after, [...baseline.keys()])
  const limits = new Map<string, number>()
  for (const { path, rule, count } of rowsOf(baseline)) {
    const key = `${rule}\0${renamed.get(path) ?? path}`
    limits.set(key, (limits.get(key) ?? 0) + count)
  }
  const grown = rowsOf(now).flatMap((row) => {
    const most = limits.get(`${row.rule}\0${row.path}`) ?? 0
    return row.count > most ? onBaseline(grownTo(row, most), load) : []
  })
  return { diagnostics: grown, isFirst: false, notices }
}

async function baselineBefore(
  before: Snapshot,
): Promise<{ readonly baseline: Baseline | null; readonly notices: readonly string[] }> {
  try {
    return { baseline: await baselineIn(before), notices: [] }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserError') throw error
    return {
      baseline: null,
      notices: [`in the base ${BASELINE_FILE} cannot be read: ${safeText(error.message)}`],
    }
  }
}

function grownTo({ path, rule, count }: BaselineRow, most: number): { message: string; help: string } {
  return {
    message: `Unexpected count ${count} of ${rule} in ${path}, expected ${most === 0 ? 'none' : `at most ${most}`}, as in the base`,
    help: 'Mend what was added instead of counting it, and put the count back.',
  }
}
