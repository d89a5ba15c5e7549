import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'tasks/lessons.md'
const log = (comment: string): string => `## One\n\nx\n\n${comment}\n\n## Two\n\ny\n`

ruleTest('log-tombstone', {
  valid: [
    {
      name: 'one without a date',
      files: { [PATH]: log('<!-- memkeep-removed Deploy key -- it held the key -->') },
    },
    {
      name: 'one with a date',
      files: { [PATH]: log('<!-- memkeep-removed [2026-01-05] Deploy key -- it held the key -->') },
    },
    {
      name: 'a removed entry with its tombstone',
      files: { [PATH]: '## One\n\nx\n\n<!-- memkeep-removed Two -- it held a key -->\n' },
      before: { [PATH]: log('') },
    },
  ],
  invalid: [
    {
      name: 'one without a reason',
      files: { [PATH]: log('<!-- memkeep-removed Deploy key -->') },
      expect: [{ path: PATH, line: 5, severity: 'error', message: /no reason/ }],
    },
    {
      name: 'one with a day that is none',
      files: { [PATH]: log('<!-- memkeep-removed [2026-02-30] Deploy key -- it held the key -->') },
      expect: [{ path: PATH, line: 5, message: /not a real day/ }],
    },
  ],
})
