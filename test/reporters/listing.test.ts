import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { listingOf } from '../../src/reporters/wording.ts'
import { diagnostic } from './sample-report.ts'

const many = (count: number, own: Partial<Diagnostic>): readonly Diagnostic[] =>
  Array.from({ length: count }, (_, i) => diagnostic({ line: i + 1, new: false, ...own }))

describe('what is listed of many findings', () => {
  test('is all of 60, also where they are alike', () => {
    const all = many(60, { rule: 'link-resolves', severity: 'warning' })
    expect(listingOf(all)).toEqual({ shown: all, left: [] })
  })

  test('is the worst first, in the order of the report, with a row for each rule that is left', () => {
    const warnings = many(70, { rule: 'link-resolves', severity: 'warning', path: 'a.md' })
    const errors = many(3, { rule: 'schema', severity: 'error', path: 'b.md' })
    const infos = many(2, { rule: 'note-growth', severity: 'info', path: 'c.md' })
    const { shown, left } = listingOf([...warnings, ...errors, ...infos])
    expect(shown).toEqual([...warnings.slice(0, 57), ...errors])
    expect(left).toEqual([
      { rule: 'link-resolves', severity: 'warning', count: 13, files: 1 },
      { rule: 'note-growth', severity: 'info', count: 2, files: 1 },
    ])
  })

  test('is what is new before what is old, and ten of a rule in a file before more of them', () => {
    const alike = many(80, { severity: 'warning', path: 'a.md' })
    const other = diagnostic({ severity: 'warning', path: 'z.md', new: false })
    const fresh = diagnostic({ severity: 'info', path: 'z.md', new: true })
    const { shown } = listingOf([...alike, other, fresh])
    expect(shown).toEqual([...alike.slice(0, 58), other, fresh])
  })

  test('is everything where it goes to a file', () => {
    const all = many(300, { severity: 'warning' })
    expect(listingOf(all, Number.POSITIVE_INFINITY)).toEqual({ shown: all, left: [] })
  })
})
