import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanTitle } from '../../../migrations/reading/plain-text.ts'

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
  ['[SHOP-12: 2025-11-01] - Refunds', 'Refunds'],
  ['📋 [SHOP-12: 2025-11-01] - Refunds', 'Refunds'],
  ['[SHOP-12: 📋] - Refunds', 'Refunds'],
  ['[2025-11-01, SHOP-12] Refunds', 'Refunds'],
  ['[SHOP-12: Refunds]', 'Refunds'],
  ['[SHOP-12: Refunds', 'Refunds'],
  ['[SHOP-12]: Refunds', 'Refunds'],
  ['Refunds — SHOP-12', 'Refunds'],
  ['Refunds (created 2025-11-01)', 'Refunds'],
  ['Refunds (Updated: 2025-11-01)', 'Refunds'],
  ['Refunds (2025-11-01, second try)', 'Refunds (second try)'],
  ['Refunds (November 1, 2025)', 'Refunds'],
  ['1 Nov 2025: Refunds', 'Refunds'],
  ['退款计划（2026-01-30）', '退款计划'],
  ['退款计划（2026-03-03 14:01:25）', '退款计划'],
  ['退款计划（全部，2026-01-30）', '退款计划（全部）'],
  ['【SHOP-12】退款', '退款'],
  ['Backup G1 · 2026-06-04', 'Backup G1'],
  ['2025-11-01T18:11 — Refunds (all, now)', 'Refunds (all, now)'],
  ['251101 Refunds', 'Refunds'],
  ['20251101 - Refunds', 'Refunds'],
  ['123456 refunds', '123456 refunds'],
  ['Refunds for ids[] of tills', 'Refunds for ids[] of tills'],
  ['Refunds (all (of them)', 'Refunds all (of them)'],
  ['Refunds — development plan', 'Refunds'],
  ['Names in code (UTF-8)', 'Names in code (UTF-8)'],
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

const TITLE = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('[', ']', '(', ')', '2025-11-01', 'SHOP-12', ': ', ' - ', '📋', 'Refunds', ' '))
    .map((pieces) => pieces.join('')),
)

function isBalanced(text: string): boolean {
  const open: string[] = []
  for (const one of text.replace(/[^()[\]]/g, '')) {
    if (one === '(' || one === '[') open.push(one)
    else if (open.pop() !== (one === ')' ? '(' : '[')) return false
  }
  return open.length === 0
}

test('a clean title is clean', () => {
  fc.assert(
    fc.property(TITLE, (title) => {
      const once = cleanTitle(title)
      expect(once).toBe(once.trim())
      expect(once).not.toMatch(/\n/)
      expect(isBalanced(once)).toBe(true)
    }),
  )
})
