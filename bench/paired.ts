import type { Result } from './rounds.ts'
import type { Row } from './row.ts'
import type { Findings, Setting } from './section.ts'

type Bench = (setting: Setting) => Promise<Findings>

/** Measures rows side by side; rows given as pairs are swapped in every second round. */
type MeasureRows = (rows: readonly Row[], isPaired: boolean) => Promise<Result[]>

/** The rows that one side wants measured, and how it gets its results. */
type Request = {
  readonly rows: readonly Row[]
  readonly give: (results: Result[]) => void
  readonly refuse: (reason: unknown) => void
}

/**
 * Runs one bench for two builds at once. Each side has a setting, with a repository, of its own; the rows of both are measured
 * together, each next to the one of the same id, so that a busy minute of the machine falls on both builds.
 */
export async function runPaired(
  bench: Bench,
  [ours, theirs]: readonly [Setting, Setting],
  measure: MeasureRows,
): Promise<[ours: Findings, theirs: Findings]> {
  const requests = new Map<Setting, Request>()
  let failure: unknown
  const refuseAll = (reason: unknown): void => {
    failure ??= reason
    for (const { refuse } of requests.values()) refuse(failure)
  }
  const measureBoth = async (): Promise<void> => {
    const [our, their] = [requests.get(ours), requests.get(theirs)]
    if (failure) return refuseAll(failure)
    if (!our || !their) return
    const pairs = pairRows(our.rows, their.rows)
    const results = await measure(
      pairs.map(({ row }) => row),
      true,
    )
    const of = (isOurs: boolean): Result[] => results.filter((_, i) => pairs[i]?.isOurs === isOurs)
    our.give(of(true))
    their.give(of(false))
  }
  const run = (setting: Setting): Promise<Findings> =>
    bench({
      ...setting,
      measure: (rows) =>
        new Promise((give, refuse) => {
          requests.set(setting, { rows, give, refuse })
          measureBoth().catch(refuseAll)
        }),
    }).catch((reason: unknown) => {
      refuseAll(reason)
      throw reason
    })
  // Both are waited for: what one still does in its repository is over before that is removed.
  const [our, their] = await Promise.allSettled([run(ours), run(theirs)])
  if (our.status === 'rejected') throw our.reason
  if (their.status === 'rejected') throw their.reason
  return [our.value, their.value]
}

/** Each of our rows with theirs of the same id behind it. */
function pairRows(ours: readonly Row[], theirs: readonly Row[]): { row: Row; isOurs: boolean }[] {
  return ours.flatMap((row) => [
    { row, isOurs: true },
    ...theirs
      .filter(({ id }) => id === row.id)
      .map((other) => ({ row: { ...other, label: `${other.label}, old build` }, isOurs: false })),
  ])
}
