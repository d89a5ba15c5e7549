import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { baselineOf, baselineRows, countKnown, withoutKnown } from '../../src/core/baseline.ts'
import { type Diagnostic, toDiagnostic } from '../../src/core/diagnostic.ts'
import { runs } from '../helpers/runs.ts'

function found(rule: string, path: string, line: number, more: Partial<Diagnostic> = {}): Diagnostic {
  const place = { line, column: 1, endLine: line, endColumn: 2 }
  const finding = { rule, place, message: 'm', help: '', severity: 'error', fixable: false } as const
  return { ...toDiagnostic(finding, path, 'l'), ...more }
}

const any = (): boolean => true

describe('known findings', () => {
  test('are taken out by path and rule, those first that are not new, then by line', () => {
    const all = [
      found('r', 'a', 1),
      found('r', 'a', 5),
      found('r', 'a', 9, { new: false }),
      found('s', 'a', 2),
    ]
    const { diagnostics, known, spare } = withoutKnown(
      all,
      baselineOf([{ path: 'a', rule: 'r', count: 2 }]),
      any,
    )
    expect(diagnostics.map(({ rule, line }) => `${rule} ${line}`)).toEqual(['r 5', 's 2'])
    expect({ known, spare }).toEqual({ known: 2, spare: [] })
  })

  test('that are fewer than the count leave the rest of it over', () => {
    const baseline = baselineOf([
      { path: 'a', rule: 'r', count: 3 },
      { path: 'gone', rule: 'r', count: 1 },
    ])
    expect(withoutKnown([found('r', 'a', 1)], baseline, any)).toEqual({
      diagnostics: [],
      known: 1,
      spare: [
        { path: 'a', rule: 'r', count: 2 },
        { path: 'gone', rule: 'r', count: 1 },
      ],
    })
  })

  test('are never infos, nor those that cannot be known', () => {
    const all = [found('r', 'a', 1, { severity: 'info' }), found('no', 'a', 1)]
    const baseline = baselineOf(all.map(({ path, rule }) => ({ path, rule, count: 1 })))
    expect(withoutKnown(all, baseline, ({ rule }) => rule !== 'no')).toMatchObject({
      diagnostics: all,
      known: 0,
    })
    expect(baselineRows(countKnown(all))).toEqual([{ path: 'a', rule: 'no', count: 1 }])
  })

  test('of several places count as many as these are', () => {
    const many = (count: number): Diagnostic => found('r', 'a', 1, { alike: { shape: 's', count } })
    const baseline = countKnown([many(8)])
    expect(baselineRows(baseline)).toEqual([{ path: 'a', rule: 'r', count: 8 }])
    expect(withoutKnown([many(3), many(4)], baseline, any)).toMatchObject({
      diagnostics: [],
      spare: [{ path: 'a', rule: 'r', count: 1 }],
    })
    expect(withoutKnown([many(9)], baseline, any)).toEqual({ diagnostics: [many(9)], known: 0, spare: [] })
  })

  test('counting them takes all of them out, and never more than there are', () => {
    const one = fc
      .tuple(fc.constantFrom('r', 's'), fc.constantFrom('a', 'b'), fc.nat(5), fc.boolean())
      .map(([rule, path, line, isNew]) => found(rule, path, line, { new: isNew }))
    fc.assert(
      fc.property(fc.array(one), fc.array(one), (old, more) => {
        expect(withoutKnown(old, countKnown(old), any)).toEqual({
          diagnostics: [],
          known: old.length,
          spare: [],
        })
        const { diagnostics, known, spare } = withoutKnown(more, countKnown(old), any)
        expect(known + diagnostics.length).toBe(more.length)
        expect(known + spare.reduce((sum, { count }) => sum + count, 0)).toBe(old.length)
      }),
      { numRuns: runs(1_000) },
    )
  })
})
