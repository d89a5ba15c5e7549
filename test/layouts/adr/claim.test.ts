import { expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../src/core/settings.ts'
import { adrPaths, numberName, readName } from '../../../src/layouts/adr/claim.ts'
import { layouts } from '../../../src/layouts/index.ts'

const isClaimed = (path: string): boolean => adrPaths.claim(path, 'file', DEFAULT_SETTINGS) !== null

test.each([
  ['0001-a-queue.md', 1, ''],
  ['001-a-queue.md', 1, ''],
  ['1-a-queue.md', 1, ''],
  ['0012.md', 12, ''],
  ['adr-001-a-queue.md', 1, ''],
  ['ADR-001.md', 1, ''],
  ['ADR001_a_queue.md', 1, ''],
  ['ADR 012 - A queue.md', 12, ''],
  ['adr_0001_a_queue.md', 1, ''],
  ['D-001-a-queue.md', 1, 'd'],
  ['D-0036_A_QUEUE.md', 36, 'd'],
  ['D001-a-queue.md', 1, 'd'],
  ['DEC-012 A queue.md', 12, 'dec'],
  ['dec-079-a-queue.md', 79, 'dec'],
  ['DEC-0.md', 0, 'dec'],
  ['decision-3 - A queue.md', 3, 'decision'],
  ['decision-0021_a-queue.md', 21, 'decision'],
  ['DR-0014_eine_schlange.md', 14, 'dr'],
  ['PDR-002-a-queue.md', 2, 'pdr'],
  ['AD-07.md', 7, 'ad'],
  ['0012-use-email-templates.md', 12, ''],
  ['0001-templates-in-html.md', 1, ''],
  ['0000-template-literals-are-fine-here.md', null, ''],
  ['0000-templated-queries.md', 0, ''],
])('%s has the number %j in the series %j', (name, number, series) => {
  const path = `docs/decisions/${name}`
  expect(isClaimed(path)).toBe(number !== null)
  if (number !== null) expect(readName(path)).toMatchObject({ number, series })
})

test.each([
  'README.md',
  'template.md',
  'adr-template.md',
  '0000-template.md',
  '000-adr-template.md',
  '0001-template.md',
  '2026-01-05-a-queue.md',
  'DR-2026-01-05-a-queue.md',
  'd3-charts.md',
  'phase-2-review.md',
  'sprint-12.md',
  'v2-plan.md',
  '0001-a-queue.txt',
  'decision-log.md',
  'adrenaline-12.md',
])('%s is no record', (name) => {
  expect(isClaimed(`docs/decisions/${name}`)).toBe(false)
})

test.each([
  'docs/adr',
  'docs/adrs',
  'doc/adr',
  'docs/ADR',
  'docs/decisions',
  'docs/Decisions',
  'docs/04-decisions',
  'docs/architecture/decisions',
  'docs/architecture/adr',
  'docs/architecture-decision-records',
  'docs/decision_records',
  'adr',
  '.adr',
  'decisions',
  'decision',
  '.agents/decisions',
  'context/memory/decisions',
  'docs/adr/backend',
  'packages/app/docs/decisions/superseded',
])('a numbered file in %s is claimed', (folder) => {
  const path = `${folder}/0001-a-queue.md`
  expect(isClaimed(path)).toBe(true)
  expect(layouts.filter((one) => one.claim(path, 'file', DEFAULT_SETTINGS)).map(({ id }) => id)).toEqual([
    'adr',
  ])
})

test.each([
  'docs/chapters/001-initial.md',
  'specs/001-feature/1-spec.md',
  'docs/quadrants/0001-x.md',
  'docs/tasks/DEC-001-x.md',
  'migrations/0001-initial.md',
  'docs/adr/a/b/0001-x.md',
  'docs/adr/templates/0001-x.md',
  'vendor/x/docs/adr/0001-x.md',
  'memory-bank/adr-001.md',
  '.serena/memories/adr-001.md',
  '.claude/rules/adr-001.md',
])('%s is not', (path) => {
  expect(isClaimed(path)).toBe(false)
})

test('a record that says so by its own name lies anywhere', () => {
  expect(isClaimed('docs/architecture/ADR-068-one-dispatcher.md')).toBe(true)
  expect(isClaimed('adr-001.md')).toBe(true)
})

test('a number is one of its folder and series', () => {
  const same = ['docs/adr/0012-a.md', 'docs/adr/ADR-012-b.md'].map((path) => numberName(path))
  expect(new Set(same).size).toBe(1)
  const other = ['docs/adr/PDR-012-a.md', 'docs/adr/DEC-012-b.md', 'docs/adr/a/0012-b.md', ...same]
  expect(new Set(other.map((path) => (path.includes(' ') ? path : numberName(path)))).size).toBe(4)
})
