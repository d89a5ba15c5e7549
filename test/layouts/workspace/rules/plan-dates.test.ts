import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'resources/workspaces/shop/_plans/260228-refunds.md'

const plan = (...dates: readonly string[]): string =>
  [
    '---',
    'name: Refunds',
    'description: Pay money back.',
    'status: in_progress',
    ...dates,
    '---',
    '',
    '# Refunds',
    '',
  ].join('\n')

ruleTest('plan-dates', {
  valid: [
    { name: 'the day of the file name', files: { [PATH]: plan('created: 2026-02-28') } },
    {
      name: 'quoted dates, and an update on the same day',
      files: { [PATH]: plan("created: '2026-02-28'", 'updated: "2026-02-28"') },
    },
  ],
  invalid: [
    {
      name: 'another day than the file name says',
      files: { [PATH]: plan('created: 2026-02-27') },
      expect: [
        {
          path: PATH,
          line: 5,
          column: 10,
          severity: 'warning',
          message: /`created` is 2026-02-27, the file name says 2026-02-28/,
        },
      ],
    },
    {
      name: 'an update before the plan was made',
      files: { [PATH]: plan('updated: "2026-02-27"', 'created: 2026-02-28') },
      expect: [
        {
          path: PATH,
          line: 5,
          column: 10,
          severity: 'error',
          message: /`updated` is 2026-02-27, before `created`, 2026-02-28/,
        },
      ],
    },
    {
      name: 'both at once',
      files: { [PATH]: plan('created: 2026-03-01', 'updated: 2026-02-01') },
      expect: [
        { path: PATH, line: 5, severity: 'warning' },
        { path: PATH, line: 6, severity: 'error' },
      ],
    },
  ],
})
