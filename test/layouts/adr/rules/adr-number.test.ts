import { ruleTest } from '../../../helpers/rule-test.ts'
import { record } from '../records.ts'

ruleTest('adr-number', {
  valid: [
    {
      name: 'one number in two folders',
      files: { 'a/docs/adr/0001-a.md': record('1. A'), 'b/docs/adr/0001-b.md': record('1. B') },
    },
  ],
  invalid: [
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
