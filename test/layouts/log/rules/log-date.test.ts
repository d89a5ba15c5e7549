import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'

ruleTest('log-date', {
  valid: [
    {
      name: 'days as people write them',
      files: { [PATH]: '## 2026-01-05: A\n\nx\n\n## 5.1.2026: B\n\ny\n\n## 02/03/2026: C\n\nz\n' },
    },
    {
      name: 'a version in a list without dates',
      files: { [PATH]: '# Log\n\n- **Tools:** 2024.11.00\n- **Names:** short\n- **Ports:** none\n' },
    },
    { name: 'entries without a date', files: { 'tasks/lessons.md': '## One\n\nx\n\n## Two\n\ny\n' } },
  ],
  invalid: [
    {
      name: 'a day that is none',
      files: { [PATH]: '## 2026-01-05: A\n\nx\n\n## 2026-02-30: B\n\ny\n' },
      expect: [
        { path: PATH, line: 5, column: 4, severity: 'warning', message: /"2026-02-30" is not a real day/ },
      ],
    },
    {
      name: 'words in the place that settings give to a date',
      files: { [PATH]: '## [2026-01-05] A\n\nx\n\n## [soon] B\n\ny\n' },
      settings: `logs: [{ path: ${PATH}, entries: "## [{date}] {title}" }]\n`,
      expect: [{ path: PATH, line: 5, column: 5, message: /"soon" is not a real day/ }],
    },
  ],
})
