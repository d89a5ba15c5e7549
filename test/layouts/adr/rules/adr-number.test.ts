import { expect, test } from 'vitest'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'
import { record } from '../records.ts'

ruleTest('adr-number', {
  valid: [
    {
      name: 'one number in two folders',
      files: { 'a/docs/adr/0001-a.md': record('1. A'), 'b/docs/adr/0001-b.md': record('1. B') },
    },
    {
      name: 'one number in two series of a folder',
      files: { 'docs/adr/0001-a.md': record('1. A'), 'docs/adr/PDR-001-b.md': record('PDR-001: B') },
    },
  ],
  invalid: [
    {
      name: 'a number that two records of another series have, more softly',
      files: { 'docs/decisions/D-001-a.md': record('D-001: A'), 'docs/decisions/D-001-b.md': record('B') },
      expect: [
        {
          path: 'docs/decisions/D-001-b.md',
          line: 1,
          severity: 'warning',
          message: /number 1 is also that of/,
        },
      ],
    },
    {
      name: 'a number of a text without a status and without sections, more softly',
      files: { 'docs/adr/0001-a.md': record('1. A'), 'docs/adr/0001-b.md': '# 1. B\n\nText.\n' },
      settings: 'rules: { adr-status: off }\n',
      expect: [{ path: 'docs/adr/0001-b.md', line: 1, severity: 'warning' }],
    },
    {
      name: 'a number that two records have, however it is written',
      files: {
        'docs/adr/0012-a.md': record('12. A'),
        'docs/adr/ADR-012-b.md': record('12. B'),
        'docs/adr/0015-c.md': record('15. C'),
      },
      expect: [
        {
          path: 'docs/adr/ADR-012-b.md',
          line: 1,
          severity: 'error',
          message: /^The number 12 is also that of 0012-a\.md$/,
        },
      ],
    },
  ],
})

test('each of several records with one number gets a free one of its own', async () => {
  const { diagnostics } = await checkLiteral({
    'docs/adr/0001-a.md': record('1. A'),
    'docs/adr/0001-b.md': record('1. B'),
    'docs/adr/0001-c.md': record('1. C'),
  })
  expect(diagnostics.map(({ help }) => /next free one is (\d+)/.exec(help)?.[1])).toEqual(['2', '3'])
})
