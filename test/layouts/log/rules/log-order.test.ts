import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'
const RISING = '## 2026-01-05: A\n\nx\n\n## 2026-01-07: B\n\ny\n\n## 2026-01-07: C\n\nz\n'
const MIXED = '## 2026-01-07: A\n\nx\n\n## 2026-01-05: B\n\ny\n\n## 2026-01-06: C\n\nz\n'
const order = (which: string): string => `logs: [{ path: ${PATH}, order: ${which} }]\n`

ruleTest('log-order', {
  valid: [
    { name: 'any order without settings', files: { [PATH]: MIXED } },
    { name: 'the order of the settings', files: { [PATH]: RISING }, settings: order('oldest-first') },
  ],
  invalid: [
    {
      name: 'an older entry behind a newer one',
      files: { [PATH]: MIXED },
      settings: order('oldest-first'),
      expect: [
        { path: PATH, line: 5, column: 4, severity: 'info', message: /2026-01-05 follows 2026-01-07/ },
      ],
    },
    {
      name: 'a newer entry behind an older one',
      files: { [PATH]: MIXED },
      settings: order('newest-first'),
      expect: [{ path: PATH, line: 9, column: 4, message: /its newest entry first/ }],
    },
  ],
})
