import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'

ruleTest('log-hidden', {
  valid: [
    { name: 'an example in a fence', files: { [PATH]: '## 2026-01-05: A\n\n```\n## 2026-01-06: B\n```\n' } },
    { name: 'an open fence without a heading', files: { [PATH]: '## 2026-01-05: A\n\n```\npnpm install\n' } },
  ],
  invalid: [
    {
      name: 'entries behind a fence that nothing closes',
      files: { [PATH]: '## 2026-01-05: A\n\n```\npnpm install\n\n## 2026-01-06: B\n\n## 2026-01-07: C\n' },
      expect: [
        {
          path: PATH,
          line: 6,
          severity: 'warning',
          message: /^2 headings are inside a fence that opens in line 3 and is never closed/,
        },
      ],
    },
    {
      name: 'an entry in a comment that nothing closes',
      files: { [PATH]: '## 2026-01-05: A\n\n<!-- later\n\n## 2026-01-06: B\n' },
      expect: [{ path: PATH, line: 5, message: /^A heading is inside a comment/ }],
    },
  ],
})
