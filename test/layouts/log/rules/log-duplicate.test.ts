import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'tasks/lessons.md'

ruleTest('log-duplicate', {
  valid: [
    { name: 'one title on two days', files: { [PATH]: '## 2026-01-05: A\n\nx\n\n## 2026-01-06: A\n\ny\n' } },
    {
      name: 'list items that start alike',
      files: { [PATH]: '# L\n\n- Ports: look first\n- Ports: retry never\n' },
    },
  ],
  invalid: [
    {
      name: 'one title twice, with other words',
      files: { [PATH]: '## A queue\n\nx\n\n## B\n\ny\n\n## A Queue.\n\nz\n' },
      expect: [{ path: PATH, line: 9, severity: 'warning', message: /has the title of the one in line 1/ }],
    },
    {
      name: 'one date and title twice',
      files: { [PATH]: '## 2026-01-05: A\n\nx\n\n## 2026-01-05: A\n\ny\n' },
      expect: [{ path: PATH, line: 5, message: /has the date and title of the one in line 1/ }],
    },
    {
      name: 'the same words twice',
      files: { [PATH]: '# L\n\n- A port is taken\n- B\n- A port is taken\n' },
      expect: [{ path: PATH, line: 5, message: /has the words of the one in line 3/ }],
    },
  ],
})
