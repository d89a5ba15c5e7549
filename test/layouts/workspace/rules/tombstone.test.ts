import { ruleTest } from '../../../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'

const entry = (date: string, title: string) =>
  `### [${date}] ${title}\n\n**Category:** convention\n\nIt was agreed on that day.\n\n---\n`

const A = entry('2026-01-16', 'Prices are integers')
const B = entry('2026-02-20', 'Refunds need an account')
const STONE = '<!-- memkeep-removed [2026-01-30] Deploy key -- it held the key -->\n'

ruleTest('tombstone', {
  valid: [
    { name: 'one between two entries', files: { [DECISIONS]: `${A}\n${STONE}\n${B}` } },
    { name: 'one that kept the separator', files: { [DECISIONS]: `${A}\n${STONE}\n---\n\n${B}` } },
    { name: 'one above the first entry', files: { [DECISIONS]: `# Decisions\n\n${STONE}\n${A}` } },
    { name: 'one at the end, and one alone', files: { [DECISIONS]: `${A}\n${STONE}\n${STONE}` } },
    { name: 'one above a comment', files: { [DECISIONS]: `${A}\n${STONE}\n<!-- note -->\n${B}` } },
    {
      name: 'an example in a fence',
      files: { [DECISIONS]: A.replace('day.', 'day.\n\n```\n<!-- memkeep-removed -->\n```') },
    },
  ],
  invalid: [
    {
      name: 'one without a reason',
      files: { [DECISIONS]: `${A}\n<!-- memkeep-removed [2026-01-30] Deploy key -->\n\n${B}` },
      expect: [{ path: DECISIONS, line: 9, severity: 'error', message: /has no reason/ }],
    },
    {
      name: 'one with no real day',
      files: { [DECISIONS]: `${A}\n${STONE.replace('01-30', '02-30')}\n${B}` },
      expect: [{ path: DECISIONS, line: 9, severity: 'error', message: /"2026-02-30"/ }],
    },
    {
      name: 'text behind one, which no entry has',
      files: { [DECISIONS]: `${A}\n${STONE}\nNo entry has this.\n\n---\n\n${B}` },
      expect: [{ path: DECISIONS, line: 11, severity: 'error', message: /text behind a tombstone/ }],
    },
    {
      name: 'one in a file that is no log',
      files: { 'resources/workspaces/shop/_features/checkout.md': STONE },
      expect: [
        {
          path: 'resources/workspaces/shop/_features/checkout.md',
          line: 1,
          rule: 'suppression',
          message: /works only in a log/,
        },
      ],
    },
  ],
})
