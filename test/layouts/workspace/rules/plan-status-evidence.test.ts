import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'resources/workspaces/shop/_plans/260228-refunds.md'

const plan = (status: string, body: string): string => `---
name: Refunds
description: Pay money back.
status: ${status}
created: 2026-02-28
---

${body}
`

ruleTest('plan-status-evidence', {
  valid: [
    { name: 'done with every box checked', files: { [PATH]: plan('done', '- [x] one\n- [X] two') } },
    { name: 'done without boxes', files: { [PATH]: plan('done', 'Done by hand.') } },
    { name: 'new with open boxes', files: { [PATH]: plan('new', '- [ ] one') } },
    { name: 'any mixture in progress', files: { [PATH]: plan('in_progress', '- [ ] one\n- [x] two') } },
    { name: 'abandoned with open boxes', files: { [PATH]: plan('abandoned', '- [ ] one') } },
    { name: 'a box in a fence', files: { [PATH]: plan('done', '```\n- [ ] one\n```') } },
  ],
  invalid: [
    {
      name: 'done with an open box',
      files: { [PATH]: plan('done', '- [x] one\n- [ ] two') },
      expect: [
        {
          path: PATH,
          line: 4,
          column: 9,
          severity: 'info',
          message: /Status `done` does not fit 1 open task box, the first in line 9/,
        },
      ],
    },
    {
      name: 'new with checked boxes, one of them nested',
      files: { [PATH]: plan('new', '- [x] one\n- [ ] two\n  - [x] three') },
      expect: [
        {
          path: PATH,
          line: 4,
          message: /Status `new` does not fit 2 checked task boxes, the first in line 8/,
        },
      ],
    },
  ],
})
