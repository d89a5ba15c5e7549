import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const log = (...days: readonly string[]): string =>
  days
    .map(
      (day, index) =>
        `### [2026-01-${day}] Title ${index}\n\n**Category:** debugging\n\nBody ${day}.\n\n---\n`,
    )
    .join('\n')

ruleTest('entry-order', {
  valid: [
    { name: 'ascending dates, two of them equal', files: { [PATH]: log('01', '02', '02', '09') } },
    { name: 'one entry', files: { [PATH]: log('01') } },
  ],
  invalid: [
    {
      name: 'one entry out of order',
      files: { [PATH]: log('03', '01', '04') },
      expect: [
        {
          path: PATH,
          line: 9,
          column: 6,
          severity: 'info',
          message: /Date 2026-01-01 follows 2026-01-03, but dates ascend/,
        },
      ],
    },
    {
      name: 'two entries out of order',
      files: { [PATH]: log('03', '01', '04', '02') },
      expect: [
        { path: PATH, line: 9 },
        { path: PATH, line: 25 },
      ],
    },
    {
      name: 'a log that is kept newest first, once',
      files: { [PATH]: log('04', '03', '03', '01') },
      expect: [{ path: PATH, line: 9, column: 6, message: /order of 3 dates is newest first/ }],
    },
  ],
})
