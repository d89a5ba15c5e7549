import type { Result } from './rounds.ts'
import type { Section } from './section.ts'
import { cpuOf, median, ratios, timesOf } from './statistics.ts'
import { figures, markdownTable } from './table.ts'
import type { Measure, Ref, Target } from './targets.ts'

/** What became of a target. One that needs what was not measured is neither met nor missed. */
export type Verdict = {
  readonly target: Target
  readonly status: 'met' | 'missed' | 'not measured'
  /** Null where nothing was measured, or our command failed. Of several runs, the one that is furthest from the target's good side. */
  readonly got: number | null
  /** What each of several runs got. */
  readonly runs?: readonly (number | null)[]
  /** The same by processor time, which does not decide; null where it cannot be had. */
  readonly cpu: number | null
}

/** Compares what was measured with targets. */
export function judgeTargets(targets: readonly Target[], sections: readonly Section[]): Verdict[] {
  return targets.map((target) => {
    const { got, cpu, hasFailed } = measured(target.measure, sections)
    if (hasFailed) return { target, status: 'missed', got: null, cpu: null }
    if (got === null || !Number.isFinite(got)) return { target, status: 'not measured', got: null, cpu: null }
    const isMet = target.isLeast ? got >= target.limit : got <= target.limit
    return {
      target,
      status: isMet ? 'met' : 'missed',
      got,
      cpu: cpu !== null && Number.isFinite(cpu) ? cpu : null,
    }
  })
}

/** One verdict for each target from those of several runs: met where every run that could judge it meets it. */
export function worstOf(runs: readonly (readonly Verdict[])[]): readonly Verdict[] {
  const [first = [], ...more] = runs
  if (more.length === 0) return first
  return first.map((one, i) => {
    const all = [one, ...more.flatMap((verdicts) => verdicts[i] ?? [])]
    const judged = all.filter(({ status }) => status !== 'not measured')
    const worst = judged.reduce((a, b) => (isWorse(b, a) ? b : a), judged[0] ?? one)
    return { ...worst, runs: all.map(({ got }) => got) }
  })
}

function isWorse(a: Verdict, b: Verdict): boolean {
  if (a.got === null || b.got === null) return a.got === null && b.got !== null
  return a.target.isLeast ? a.got < b.got : a.got > b.got
}

/** Verdicts as a Markdown table, with what was not measured at its end. */
export function verdictTable(verdicts: readonly Verdict[]): string {
  const isOpen = ({ status }: Verdict): boolean => status === 'not measured'
  const sorted = [...verdicts.filter((one) => !isOpen(one)), ...verdicts.filter(isOpen)]
  const hasRuns = verdicts.some(({ runs }) => runs)
  return markdownTable(
    ['target', '', 'got', ...(hasRuns ? ['each run'] : []), 'by CPU', 'met'],
    sorted.map(({ target, status, got, cpu, runs }) => [
      target.what,
      `${target.isLeast ? '≥' : '≤'} ${target.limit}${target.unit}`,
      got === null ? (status === 'missed' ? 'failed' : '') : valueText(got, target),
      ...(hasRuns
        ? [(runs ?? []).map((one) => (one === null ? '–' : valueText(one, target))).join(', ')]
        : []),
      cpu === null ? '' : `${figures(cpu)}${target.unit}`,
      { met: 'yes', missed: '**no**', 'not measured': 'not measured' }[status],
    ]),
  )
}

function valueText(value: number, { unit }: Target): string {
  return `${unit === '' ? value : figures(value)}${unit}`
}

type Measured = { readonly got: number | null; readonly cpu: number | null; readonly hasFailed: boolean }

const NOTHING: Measured = { got: null, cpu: null, hasFailed: false }

function measured(measure: Measure, sections: readonly Section[]): Measured {
  if (measure.kind === 'fact') return { ...NOTHING, got: factAt(measure.of, sections) }
  const of = resultAt(measure.of, sections)
  if (measure.kind === 'peak')
    return of ? { ...NOTHING, got: of.peakMb, hasFailed: hasFailed([of]) } : NOTHING
  const over = resultAt(measure.over, sections)
  if (!of || !over) return NOTHING
  if (measure.kind === 'growth') return growth(of, over)
  if (measure.kind === 'cpu')
    return { got: cpuOf(of) / cpuOf(over), cpu: null, hasFailed: hasFailed([of, over]) }
  const minus = measure.minus ? resultAt(measure.minus, sections) : undefined
  if (measure.minus && !minus) return NOTHING
  const used = minus ? [of, over, minus] : [of, over]
  return {
    got: median(ratios(of, over, minus)),
    cpu: (cpuOf(of) - (minus ? cpuOf(minus) : 0)) / cpuOf(over),
    hasFailed: hasFailed(used),
  }
}

/** Sizes have no round in common, and a start of Node between them may meet another load: medians are compared as they are. */
function growth(of: Result, over: Result): Measured {
  return {
    got: median(timesOf(of)) / median(timesOf(over)),
    cpu: cpuOf(of) / cpuOf(over),
    hasFailed: hasFailed([of, over]),
  }
}

/** Whether something of ours was not finished, or not with success: its time says nothing then. */
function hasFailed(results: readonly Result[]): boolean {
  return results.some(
    (one) => !one.isPeer && (timesOf(one).length === 0 || one.exit !== (one.success ?? '0')),
  )
}

function sectionAt(ref: Ref, sections: readonly Section[]): Section | undefined {
  const [bench, size] = ref.split('/')
  return sections.find((section) => section.bench === bench && section.size === size)
}

function resultAt(ref: Ref, sections: readonly Section[]): Result | undefined {
  const id = ref.split('/')[2]
  return sectionAt(ref, sections)?.results.find((result) => result.id === id)
}

function factAt(ref: Ref, sections: readonly Section[]): number | null {
  const id = ref.split('/')[2]
  return sectionAt(ref, sections)?.facts?.find((fact) => fact.id === id)?.value ?? null
}
