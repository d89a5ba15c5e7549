import { compareDiagnostics, type Diagnostic, placesOf } from './diagnostic.ts'

/** How many places with a finding of each rule are known in each file: path → rule → count, one or more. */
export type Baseline = ReadonlyMap<string, ReadonlyMap<string, number>>

/** One count of a baseline. */
export type BaselineRow = { readonly path: string; readonly rule: string; readonly count: number }

/** What is left when known findings are taken out. */
export type UnknownFindings = {
  readonly diagnostics: readonly Diagnostic[]
  /** How many were taken out. */
  readonly known: number
  /** Rows that are higher than what was found, with how many too many. */
  readonly spare: readonly BaselineRow[]
}

/** The rows of a baseline in its order. */
export function baselineRows(baseline: Baseline): BaselineRow[] {
  return [...baseline].flatMap(([path, counts]) =>
    [...counts].map(([rule, count]) => ({ path, rule, count })),
  )
}

/** A baseline of rows; a path and rule that come twice count together. */
export function baselineOf(rows: readonly BaselineRow[]): Baseline {
  const baseline = new Map<string, Map<string, number>>()
  for (const { path, rule, count } of rows) {
    const counts = baseline.get(path) ?? new Map<string, number>()
    baseline.set(path, counts.set(rule, (counts.get(rule) ?? 0) + count))
  }
  return baseline
}

/**
 * Takes known findings out: of each path and rule as many errors and warnings as the baseline has, those first that are not
 * new, then by place. `mayBeKnown` says of a finding that it can be known at all.
 */
export function withoutKnown(
  diagnostics: readonly Diagnostic[],
  baseline: Baseline,
  mayBeKnown: (diagnostic: Diagnostic) => boolean,
): UnknownFindings {
  const left = new Map(baselineRows(baseline).map((row) => [keyOf(row), row.count]))
  const oldFirst = [...diagnostics].sort((a, b) => Number(a.new) - Number(b.new) || compareDiagnostics(a, b))
  const known = new Set<Diagnostic>()
  for (const one of oldFirst) {
    const count = left.get(keyOf(one)) ?? 0
    if (count < placesOf(one) || one.severity === 'info' || !mayBeKnown(one)) continue
    left.set(keyOf(one), count - placesOf(one))
    known.add(one)
  }
  return {
    diagnostics: diagnostics.filter((one) => !known.has(one)),
    known: known.size,
    spare: baselineSurplus(baseline, countKnown(diagnostics.filter(mayBeKnown))),
  }
}

/** How many errors and warnings there are of each path and rule. */
export function countKnown(diagnostics: readonly Diagnostic[]): Baseline {
  const counted = diagnostics.filter(({ severity }) => severity !== 'info')
  return baselineOf(counted.map((one) => ({ path: one.path, rule: one.rule, count: placesOf(one) })))
}

/** Of every count no more than what is found. */
export function lowerBaseline(old: Baseline, found: Baseline): Baseline {
  return baselineOf(
    baselineRows(old).flatMap((row) => {
      const count = Math.min(row.count, found.get(row.path)?.get(row.rule) ?? 0)
      return count > 0 ? [{ ...row, count }] : []
    }),
  )
}

/** By how much counts are higher than those of another baseline. */
export function baselineSurplus(found: Baseline, old: Baseline): BaselineRow[] {
  return baselineRows(found).flatMap((row) => {
    const count = row.count - (old.get(row.path)?.get(row.rule) ?? 0)
    return count > 0 ? [{ ...row, count }] : []
  })
}

function keyOf({ path, rule }: { readonly path: string; readonly rule: string }): string {
  return `${rule}\0${path}`
}
