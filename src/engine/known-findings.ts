import {
  type Baseline,
  type BaselineRow,
  baselineRows,
  baselineSurplus,
  lowerBaseline,
  withoutKnown,
} from '../core/baseline.ts'
import { compareDiagnostics, type Diagnostic } from '../core/diagnostic.ts'
import { changeRuleIds, type RuleSources } from '../core/layout.ts'
import { BASELINE_FILE, BASELINE_RULE, NEVER_IN_BASELINE } from '../core/rule.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { readBaseline } from '../formats/baseline.ts'
import { engineDiagnostics, type FindingText, type UsedRules } from './context.ts'
import { ownFile } from './own-file.ts'

/** Findings that no baseline counts; `known` is null where there is no baseline file. */
export type Reported = { readonly diagnostics: readonly Diagnostic[]; readonly known: number | null }

/** How known findings are taken out. */
export type KnownRequest = {
  /** The counts of the file of known findings; null where there is none. */
  readonly baseline: Baseline | null
  readonly load: UsedRules
  /** Everything was looked at: only then is a count too high. */
  readonly isWhole: boolean
  /** Findings that are new stay, known or not: where the baseline itself is new. */
  readonly onlyOld?: boolean
  /** The largest count that is accepted: the count of a side before. */
  readonly most?: Baseline | null
}

/** Removes findings that a baseline file counts, and adds findings about the file. */
export function withoutKnownFindings(
  found: readonly Diagnostic[],
  { baseline, load, isWhole, onlyOld = false, most = null }: KnownRequest,
): Reported {
  if (!baseline) return { diagnostics: found, known: null }
  const never = neverKnown(load)
  const holds = most ? lowerBaseline(baseline, most) : baseline
  const { diagnostics, known, spare } = withoutKnown(
    found,
    holds,
    (one) => !never.has(one.rule) && !(onlyOld && one.new),
  )
  const stray = baselineRows(baseline).filter(({ rule }) => never.has(rule))
  const mayBe = ({ rule }: BaselineRow): boolean => isWhole && !onlyOld && !never.has(rule)
  const said = [
    ...stray.map(alwaysReported),
    ...tooHigh(spare.filter(mayBe), THAN_FOUND),
    ...tooHigh(baselineSurplus(baseline, holds).filter(mayBe), THAN_BASE),
  ]
  const own = said.flatMap((text) =>
    engineDiagnostics(BASELINE_RULE, { path: BASELINE_FILE, layout: '', ...text }, load),
  )
  return {
    diagnostics: own.length > 0 ? [...diagnostics, ...own].sort(compareDiagnostics) : diagnostics,
    known,
  }
}

/** The baseline file of a snapshot; null where it has none. Throws `UserError` for one that cannot be read. */
export async function baselineIn(snapshot: Snapshot): Promise<Baseline | null> {
  const text = await ownFile(snapshot, BASELINE_FILE)
  return text === null ? null : readBaseline(text)
}

/** Names the counts of a baseline file that are higher than before; without a file before, all of them. */
export function risenCounts(now: Baseline | null, earlier: Baseline | null): readonly string[] {
  if (!now || !earlier) return []
  return baselineSurplus(now, earlier).map(({ path, rule, count }) => `${count} more of ${rule} in ${path}`)
}

/** Rules whose findings are never known: those that say so, and all that are about a change and not about a state. */
export function neverKnown(known: RuleSources): ReadonlySet<string> {
  return new Set([...NEVER_IN_BASELINE, ...changeRuleIds(known)])
}

function alwaysReported({ path, rule }: BaselineRow): FindingText {
  return {
    message: `The baseline counts ${rule} in ${path}, whose findings are always reported`,
    help: 'Delete the count: it has no effect.',
  }
}

/** What a count is higher than, and what to do about it. */
type TooHigh = { readonly than: string; readonly help: string }

const THAN_FOUND: TooHigh = {
  than: 'than what is found',
  help: 'Run `memkeep baseline` and commit the file.',
}

/** Whatever is found: such a count was cut to that of the base. */
const THAN_BASE: TooHigh = {
  than: 'than in the base, whose count holds',
  help: 'Fix what the change adds, run `memkeep baseline` and commit the file.',
}

function tooHigh(rows: readonly BaselineRow[], { than, help }: TooHigh): readonly FindingText[] {
  const [first] = rows
  if (!first) return []
  const counts = rows.length === 1 ? '1 count is' : `${rows.length} counts are`
  const more = rows.length === 1 ? '' : `, and ${rows.length - 1} more`
  return [
    { severity: 'info', message: `${counts} higher ${than} (${first.rule} in ${first.path}${more})`, help },
  ]
}
