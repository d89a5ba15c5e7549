import { ruleTest } from '../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
const OVERVIEW = 'resources/workspaces/shop/OVERVIEW.md'
const entry = (date: string) =>
  `### [${date}] Prices are integers\n\n**Category:** convention\n**Tags:** money\n\nIn minor units.\n\n---\n`
const overview = (date: string) => `---\nname: Shop\ndescription: Storefront.\nupdated: ${date}\n---\n`

ruleTest('date-future', {
  valid: [
    { name: 'today', files: { [DECISIONS]: entry('2026-06-01') } },
    { name: 'tomorrow, which is today in another time zone', files: { [DECISIONS]: entry('2026-06-02') } },
    { name: 'any day that has come', files: { [DECISIONS]: entry('2031-12-31') }, today: '2031-12-31' },
  ],
  invalid: [
    {
      name: 'the day after tomorrow',
      files: { [DECISIONS]: entry('2026-06-03') },
      expect: [
        { path: DECISIONS, line: 1, column: 6, severity: 'warning', message: /2026-06-03.*2026-06-01/ },
      ],
    },
    {
      name: 'a year that was mistyped, in front matter',
      files: { [OVERVIEW]: overview('2062-02-20') },
      expect: [{ path: OVERVIEW, line: 4, column: 10, message: /updated date/ }],
    },
  ],
})
