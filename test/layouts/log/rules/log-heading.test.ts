import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'

ruleTest('log-heading', {
  valid: [
    {
      name: 'entries with inner headings',
      files: { [PATH]: '# Log\n\n## 2026-01-05: A\n\n### Why\n\nx\n\n## 2026-01-06: B\n\ny\n' },
    },
    {
      name: 'a heading before the first entry',
      files: { [PATH]: '# Log\n\n## Active\n\n### 2026-01-05: A\n\nx\n' },
    },
  ],
  invalid: [
    {
      name: 'headings of the entries’ level in one run',
      files: {
        [PATH]:
          '## 2026-01-05: A\n\nx\n\n## One\n\ny\n\n## Two\n\nz\n\n## 2026-01-06: B\n\ny\n\n## Three\n\nw\n',
      },
      expect: [
        {
          path: PATH,
          line: 5,
          severity: 'info',
          message: /^2 headings from `## One` on are not read as entries$/,
        },
        { path: PATH, line: 17, severity: 'info', message: /^Heading `## Three` is not read as an entry$/ },
      ],
    },
    {
      name: 'headings that group entries, once',
      files: {
        [PATH]:
          '## Old\n\n### 2026-01-05: A\n\nx\n\n## New\n\n### 2026-01-06: B\n\ny\n\n## Newer\n\n### 2026-01-07: C\n\nz\n',
      },
      expect: [
        { path: PATH, line: 7, severity: 'info', message: /^2 headings such as `## New` group entries/ },
      ],
    },
  ],
})
