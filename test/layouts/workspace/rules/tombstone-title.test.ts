import { ruleTest } from '../../../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
const A = '### [2026-01-16] Deploy key of staging\n\n**Category:** convention\n\nIt is kept here.\n\n---\n'
const B = '### [2026-01-17] Prices are integers\n\n**Category:** convention\n\nAgreed on that day.\n\n---\n'
const stone = (title: string, day = '16') =>
  `<!-- memkeep-removed [2026-01-${day}] ${title} -- it held it -->\n`
const before = { [DECISIONS]: `${A}\n${B}` }

ruleTest('tombstone-title', {
  valid: [
    {
      name: 'the title of the removed entry',
      before,
      files: { [DECISIONS]: `${stone('Deploy key of staging')}\n${B}` },
    },
    {
      name: 'a tombstone from before',
      before: { [DECISIONS]: `${stone('Deploy kye of staging')}\n${B}` },
      files: { [DECISIONS]: `${stone('Deploy kye of staging')}\n${B}` },
    },
    {
      name: 'a tombstone for what was lost earlier',
      before: { [DECISIONS]: B },
      files: { [DECISIONS]: `${stone('Deploy key of staging')}\n${B}` },
    },
  ],
  invalid: [
    {
      name: 'a typo in the title',
      before,
      files: { [DECISIONS]: `${stone('Deploy kye of staging')}\n${B}` },
      expect: [
        { path: DECISIONS, line: 1, rule: 'item-lost' },
        {
          path: DECISIONS,
          line: 1,
          severity: 'warning',
          message: /but the removed decision is "\[2026-01-16\] Deploy key of staging"/,
        },
      ],
    },
    {
      name: 'another day',
      before,
      files: { [DECISIONS]: `${stone('Deploy key of staging', '15')}\n${B}` },
      expect: [
        { path: DECISIONS, line: 1, rule: 'item-lost' },
        { path: DECISIONS, line: 1, message: /but the removed decision is "\[2026-01-16\]/ },
      ],
    },
  ],
})
