import { expect, test } from 'vitest'
import { planAge } from '../../src/core/plan-status.ts'

const plan = { path: 'p.md', part: '', name: 'p' }

test.each([
  ['in_progress', '2026-04-01', { days: 90, open: true, stale: true }],
  ['in_progress', '2026-04-02', { days: 89, open: true, stale: false }],
  ['In progress', '2025-06-30', { days: 365, open: true, stale: true }],
  ['done', '2024-02-29', { days: 852, open: false, stale: false }],
  ['Shipped', '2024-01-01', { days: 911, open: false, stale: false }],
  ["won't fix", '2024-01-01', { days: 911, open: false, stale: false }],
  ['achieved', '2024-01-01', { days: 911, open: false, stale: false }],
  ['', '2026-01-01', { days: 180, open: true, stale: true }],
  ['constructor', '2026-01-01', { days: 180, open: true, stale: true }],
  ['new', '2026-07-02', { days: -2, open: true, stale: false }],
  ['new', null, { days: null, open: true, stale: false }],
  ['new', '2026-02-30', { days: null, open: true, stale: false }],
])('%s since %s', (status, created, age) => {
  expect(planAge({ ...plan, status, created }, '2026-06-30')).toEqual(age)
})
