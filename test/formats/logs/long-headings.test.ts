import { expect, test } from 'vitest'
import { checkLiteral } from '../../helpers/check-literal.ts'

const entries = (heading: (i: number) => string): string =>
  Array.from(
    { length: 6 },
    (_, i) => `## ${heading(i + 1)}\n\nBody number ${i} is here with words.\n\n`,
  ).join('')

test.each([
  ['dated, with a rule behind', (i: number) => `[2026-01-0${i}] ${'-'.repeat(40_000)} Title ${i}`],
  ['of one long rule', (i: number) => `${'-'.repeat(40_000)} ${i}`],
  ['of one long word', (i: number) => `${'x'.repeat(40_000)}: ${i}`],
  ['of marks of patterns', (i: number) => `[2026-01-0${i}] ${'(.*+?)['.repeat(9_000)} ${i}`],
])('no heading is too long for its log to be read: %s', async (_, heading) => {
  const { diagnostics, documents } = await checkLiteral({
    'DECISIONS.md': entries(heading),
    'LESSONS.md': entries(heading),
  })
  expect(diagnostics.filter(({ rule }) => rule === 'internal')).toEqual([])
  if (heading(1).includes('2026')) expect(documents.map(({ items }) => items.length)).toEqual([6, 6])
})
