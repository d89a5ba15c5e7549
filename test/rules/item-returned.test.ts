import { ruleTest } from '../helpers/rule-test.ts'

const LOG = 'user/memory/workspaces/shop/decisions.md'
const ARCHIVE = 'user/memory/workspaces/shop/_archive/decisions-2026.md'
const DESK = 'user/memory/workspaces/desk/decisions.md'
const entry = (title: string, day: string) =>
  `### [${day}] ${title}\n\n**Category:** convention\n**Tags:** money\n\nIt was said of ${title} by all.\n\n---\n`
const A = entry('Prices are integers', '2026-01-16')
const B = entry('Refunds need an account', '2026-01-17')
const STONE = '<!-- memkeep-removed [2026-01-16] Prices are integers -- it named a customer -->\n'
const PLAIN = 'LESSONS.md'
const lessons = (...titles: readonly string[]) =>
  `# Lessons\n\n${titles.map((one) => `## ${one}\n\nIt was said of ${one} by all who were there.\n`).join('\n')}`
const THREE = ['One lock for all', 'No price in a log', 'Ports are in one file']

ruleTest('item-returned', {
  valid: [
    {
      name: 'the tombstone goes with it',
      before: { [LOG]: `${B}\n${STONE}` },
      files: { [LOG]: `${A}\n${B}` },
    },
    {
      name: 'the removal itself',
      before: { [LOG]: `${A}\n${B}` },
      files: { [LOG]: `${B}\n${STONE}` },
    },
    {
      name: 'another day',
      before: { [LOG]: `${B}\n${STONE}` },
      files: { [LOG]: `${B}\n${entry('Prices are integers', '2026-03-01')}\n${STONE}` },
    },
    {
      name: 'without a day, the title in another log',
      before: { [PLAIN]: `${lessons(...THREE)}\n<!-- memkeep-removed Old -- it was wrong -->\n` },
      files: {
        [PLAIN]: `${lessons(...THREE)}\n<!-- memkeep-removed Old -- it was wrong -->\n`,
        'packages/a/LESSONS.md': lessons('Old', ...THREE),
      },
    },
  ],
  invalid: [
    {
      name: 'in an archive',
      before: { [LOG]: `${B}\n${STONE}` },
      files: { [LOG]: `${B}\n${STONE}`, [ARCHIVE]: A },
      expect: [
        { path: ARCHIVE, line: 1, severity: 'error', message: /comes back, but its tombstone is still at / },
        { path: LOG, line: 10, rule: 'tombstone-entry' },
      ],
    },
    {
      name: 'in another workspace',
      before: { [LOG]: `${B}\n${STONE}` },
      files: { [LOG]: `${B}\n${STONE}`, [DESK]: A },
      expect: [{ path: DESK, line: 1, message: /user\/memory\/workspaces\/shop\/decisions\.md:10$/ }],
    },
  ],
})
