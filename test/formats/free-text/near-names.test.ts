import { expect, test } from 'vitest'
import { isNearName, splitName } from '../../../src/formats/names.ts'

test.each([
  ['Project-Overviews-v2.md', 'project overview', 'v2'],
  ['codeStyle copy 2.md', 'code style', 'copy 2'],
  ['2026-01-05.md', '2026 01 05', ''],
  ['log-2026-01-05.md', 'log 2026 01 05', ''],
  ['step-3.md', 'step', '3'],
  ['new.md', 'new', ''],
  ['class.md', 'class', ''],
  ['.md', '', ''],
])('%s is about %j, version %j', (name, stem, version) => {
  expect(splitName(name)).toEqual({ stem, version })
})

test.each([
  ['a_b.md', 'a-b.md', true],
  ['plan-old.md', 'plan-new.md', true],
  ['plan.md', 'plan-2.md', true],
  ['plan-1.md', 'plan-2.md', false],
  ['plan-v1.md', 'plan-old.md', false],
  ['plan.md', 'plant.md', false],
  ['2026-01-05-qa.md', '2026-01-05-qa-02.md', false],
  ['2026-01-05-qa.md', '2026-01-05-qa-old.md', true],
])('%s and %s: %s', (a, b, is) => {
  expect(isNearName(splitName(a), splitName(b))).toBe(is)
  expect(isNearName(splitName(b), splitName(a))).toBe(is)
})
