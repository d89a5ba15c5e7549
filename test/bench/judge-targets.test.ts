import { describe, expect, test } from 'vitest'
import { judgeTargets, verdictTable, worstOf } from '../../bench/judge-targets.ts'
import { BENCH_NAMES } from '../../bench/options.ts'
import type { Fact, Section } from '../../bench/section.ts'
import { TARGETS, type Target } from '../../bench/targets.ts'
import { resultOf } from './result-of.ts'

const section = (
  size: string,
  rows: { readonly [id: string]: readonly number[] },
  facts: Fact[] = [],
): Section => ({
  bench: 'check',
  size,
  results: Object.entries(rows).map(([id, times]) => resultOf(id, times, { peakMb: times[0] ?? null })),
  facts,
})

const target = (measure: Target['measure'], limit: number, isLeast = false): Target => ({
  what: 'it',
  limit,
  unit: ' ×',
  ...(isLeast && { isLeast }),
  measure,
})

const WARM = { kind: 'ratio', of: 'check/M/warm', over: 'check/M/start' } as const

function statusOf(one: Target, ...sections: Section[]): string {
  const [verdict] = judgeTargets([one], sections)
  return `${verdict?.status} ${verdict?.got} ${verdict?.cpu}`
}

describe('a ratio', () => {
  const M = section('M', { start: [10, 20, 30], warm: [20, 60, 60], husky: [10, 20, 30] })

  test('is the median of its rounds, and what equals the limit is met', () => {
    expect(statusOf(target(WARM, 2), M)).toMatch(/^met 2 2\.33/)
    expect(statusOf(target(WARM, 1.9), M)).toMatch(/^missed 2 /)
  })

  test('can be one that must not be smaller', () => {
    expect(statusOf(target(WARM, 2, true), M)).toMatch(/^met/)
    expect(statusOf(target(WARM, 2.1, true), M)).toMatch(/^missed/)
  })

  test('can leave out the time of a third row', () => {
    expect(statusOf(target({ ...WARM, minus: 'check/M/husky' }, 1), M)).toBe(`met 1 ${80 / 60}`)
  })

  test('needs all its rows', () => {
    expect(statusOf(target({ ...WARM, over: 'check/M/rumdl-warm' }, 9), M)).toBe('not measured null null')
    expect(statusOf(target({ ...WARM, minus: 'check/M/rumdl-warm' }, 9), M)).toBe('not measured null null')
    expect(statusOf(target(WARM, 9), section('L', {}))).toBe('not measured null null')
  })

  test('is missed when our command failed, and not measured when a peer was not done in time', () => {
    const failed = { ...M, results: [resultOf('start', [10]), resultOf('warm', [20], { exit: '2' })] }
    expect(statusOf(target(WARM, 9), failed)).toBe('missed null null')
    const slow = resultOf('peer', [null], { isPeer: true, exit: 'SIGKILL' })
    const ahead = target({ ...WARM, of: 'check/M/peer' }, 1, true)
    expect(statusOf(ahead, { ...M, results: [...M.results, slow] })).toBe('not measured null null')
  })

  test('takes what a peer says of the files for no failure', () => {
    const peer = resultOf('peer', [100, 100, 100], { isPeer: true, exit: '1' })
    const ahead = target({ ...WARM, of: 'check/M/peer' }, 5, true)
    expect(statusOf(ahead, { ...M, results: [...M.results, peer] })).toMatch(/^met 5 /)
  })
})

test('processor time can be what is judged', () => {
  const measure = { kind: 'cpu', of: 'check/M/cold', over: 'check/M/rumdl-cold' } as const
  const M = section('M', { cold: [300, 500], 'rumdl-cold': [100, 300] })
  expect(statusOf(target(measure, 2), M)).toBe('met 2 null')
  expect(statusOf(target(measure, 1.9), M)).toBe('missed 2 null')
  const unknown = {
    ...M,
    results: M.results.map((one) => ({
      ...one,
      rounds: one.rounds.map((run) => run && { ...run, cpuMs: null }),
    })),
  }
  expect(statusOf(target(measure, 2), unknown)).toBe('not measured null null')
})

test('growth compares medians of two sizes', () => {
  const measure = { kind: 'growth', of: 'check/L/cold', over: 'check/M/cold' } as const
  const sections = [section('M', { cold: [90, 100, 400] }), section('L', { cold: [1000] })]
  expect(statusOf(target(measure, 10), ...sections)).toMatch(/^met 10 /)
  expect(statusOf(target(measure, 9), ...sections)).toMatch(/^missed 10 /)
  expect(statusOf(target(measure, 10), ...sections.slice(1))).toBe('not measured null null')
})

test('memory and counts are compared as they are', () => {
  const facts: Fact[] = [
    { id: 'git', label: 'git', value: 3, unit: '' },
    { id: 'unknown', label: 'unknown', value: null, unit: '' },
  ]
  const M = section('M', { cold: [70] }, facts)
  expect(statusOf(target({ kind: 'peak', of: 'check/M/cold' }, 70), M)).toBe('met 70 null')
  expect(statusOf(target({ kind: 'fact', of: 'check/M/git' }, 2), M)).toBe('missed 3 null')
  expect(statusOf(target({ kind: 'fact', of: 'check/M/unknown' }, 2), M)).toBe('not measured null null')
})

test('the table names the limit, what was got and whether it is met, open ones last', () => {
  const open = target({ ...WARM, of: 'check/M/none' }, 3, true)
  const M = section('M', { start: [10], warm: [20] })
  expect(
    verdictTable(judgeTargets([open, target(WARM, 1.5)], [M]))
      .split('\n')
      .slice(2),
  ).toEqual(['| it | ≤ 1.5 × | 2.00 × | 2.00 × | **no** |', '| it | ≥ 3 × |  |  | not measured |'])
})

test('the table shows counts as they are', () => {
  const M = section('M', {}, [{ id: 'git', label: 'git', value: 3, unit: '' }])
  const count = { ...target({ kind: 'fact', of: 'check/M/git' }, 3), unit: '' as const }
  expect(
    verdictTable(judgeTargets([count], [M]))
      .split('\n')
      .at(-1),
  ).toBe('| it | ≤ 3 | 3 |  | yes |')
})

test('a run that finds errors, as it should, is measured', () => {
  const M: Section = {
    ...section('M', {}),
    results: [resultOf('start', [10]), resultOf('warm', [20], { exit: '1' })],
  }
  expect(statusOf(target(WARM, 2), M)).toMatch(/^missed/)
  const [start, warm] = M.results
  if (!start || !warm) throw new Error('no rows')
  expect(statusOf(target(WARM, 2), { ...M, results: [start, { ...warm, success: '1' }] })).toMatch(/^met 2/)
})

test.each(['M', 'L'])('a check of %s has the same bounds with findings and without', (size) => {
  const bounds = (corpus: string) =>
    TARGETS.filter(
      ({ measure }) => measure.of.startsWith(`check/${corpus}/`) && measure.kind !== 'growth',
    ).map((one) => JSON.parse(JSON.stringify(one).replaceAll(corpus, size)))
  expect(bounds(size).length).toBeGreaterThan(5)
  expect(bounds(`${size}-unclean`)).toEqual(bounds(size))
})

test('targets name benches and sizes that exist, and none twice', () => {
  const refs = TARGETS.flatMap(({ measure }) =>
    'over' in measure ? [measure.of, measure.over] : [measure.of],
  )
  for (const ref of refs)
    expect(ref).toMatch(new RegExp(`^(${BENCH_NAMES.join('|')})/[SML](-unclean)?/[a-z-]+$`))
  const names = TARGETS.map(({ what }) => what)
  expect(new Set(names).size).toBe(names.length)
})

describe('several runs', () => {
  const run = (warm: number) => judgeTargets([target(WARM, 2)], [section('M', { start: [10], warm: [warm] })])
  const open = judgeTargets([target(WARM, 2)], [])

  test('a target is met where each run meets it, and the worst run is what it got', () => {
    expect(worstOf([run(15), run(20), run(18)])).toMatchObject([
      { status: 'met', got: 2, runs: [1.5, 2, 1.8] },
    ])
    expect(worstOf([run(15), run(21)])).toMatchObject([{ status: 'missed', got: 2.1 }])
    expect(worstOf([run(15)])).toEqual(run(15))
  })

  test('a run that could not judge it does not decide', () => {
    expect(worstOf([open, run(15)])).toMatchObject([{ status: 'met', got: 1.5, runs: [null, 1.5] }])
    expect(worstOf([open, open])).toMatchObject([{ status: 'not measured', got: null }])
  })

  test('are shown next to one another', () => {
    expect(verdictTable(worstOf([run(15), run(20)]))).toContain('| 2.00 × | 1.50 ×, 2.00 × |')
  })
})
