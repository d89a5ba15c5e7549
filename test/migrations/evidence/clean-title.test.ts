import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTitle } from '../../../migrations/evidence/clean-title.ts'

test.each([
  ['Plan: Refunds in one click', 'Refunds in one click'],
  ['Implementation Plan - Refunds', 'Refunds'],
  ['Refunds - Plan', 'Refunds'],
  ['feat: Refunds', 'Refunds'],
  ['fix(till)!: Refunds', 'till: Refunds'],
  ['SHOP-12: Refunds', 'Refunds'],
  ['[SHOP-12] Refunds', 'Refunds'],
  ['BACK-60.1 - Refunds', 'Refunds'],
  ['#12 Refunds', 'Refunds'],
  ['Refunds (#12)', 'Refunds'],
  ['Refunds (SHOP-12)', 'Refunds'],
  ['🎁 Refunds 👩‍🚀', 'Refunds'],
  ['Refunds (2026-01-05)', 'Refunds'],
  ['2026-01-05 — Refunds', 'Refunds'],
  ['[`refund`](x.md) the **whole** sum', 'refund the whole sum'],
  ['RFC: Plan: SHOP-12: Refunds', 'Refunds'],
  ['UTF-8 in names', 'UTF-8 in names'],
  ['A ↔ B', 'A ↔ B'],
  ['Planning the plan', 'Planning the plan'],
  ['Phase 2 · Tills', 'Phase 2 · Tills'],
  ['2026', '2026'],
  ['✅', ''],
  ['', ''],
])('%j becomes %j', (title, name) => {
  expect(cleanTitle(title)).toBe(name)
})

test('a clean title is clean', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (title) => {
      const once = cleanTitle(title)
      expect(once).toBe(once.trim())
      expect(once).not.toMatch(/\n/)
    }),
  )
})
