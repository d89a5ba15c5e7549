import type { Commits, What } from './commits.ts'
import { measure, type Run } from './measure.ts'
import type { Row } from './row.ts'

/** How a commit is made. */
export type Way = {
  readonly arm: () => void
  readonly env?: { readonly [name: string]: string }
  readonly what?: What
  /** Commits a plan and an entry once, uncounted, before it. */
  readonly isTwice?: boolean
}

/** A row that commits with a hook. Throws when the commit is refused, for then nothing was measured. */
export function commitRow(
  commits: Commits,
  head: Pick<Row, 'id' | 'label'>,
  { arm, env = {}, what = 'plan and decisions', isTwice = false }: Way,
): Row {
  const commit = async (limitMs: number, withPeak: boolean): Promise<Run> => {
    const run = await measure(commits.command(env), limitMs, withPeak)
    if (run.exit !== '0') throw new Error(`A commit exited with ${run.exit}, not 0: ${head.label}`)
    return run
  }
  const before = async (): Promise<void> => {
    arm()
    if (isTwice) {
      commits.stage('plan and decisions')
      await commit(60_000, false)
    }
    commits.stage(what)
  }
  return { ...head, before, run: commit }
}
