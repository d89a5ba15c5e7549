import { ruleTest } from '../helpers/rule-test.ts'

const WORKSPACES = 'user/memory/workspaces'
const DECISIONS = `${WORKSPACES}/shop/decisions.md`
const ARCHIVE = `${WORKSPACES}/shop/_archive/decisions-2026.md`
const ELSEWHERE = `${WORKSPACES}/shop/web/decisions.md`
const entry = (title: string, body: string) =>
  `### [2026-01-16] ${title}\n\n**Category:** convention\n**Tags:** money\n\n${body}\n\n---\n`

const A = entry('Prices are integers', 'Floating point lost a cent in 1 of 40,000 orders last year.')
const B = entry('Refunds need an account', 'A refund goes to a verified address.')
const STONE = '<!-- memkeep-removed [2026-01-16] Refunds need an account -- it named a customer -->\n'
const before = { [DECISIONS]: A }

ruleTest('merge-doubled', {
  valid: [
    {
      name: 'what both sides took over, once',
      before: { [DECISIONS]: `${A}\n${B}` },
      files: { [DECISIONS]: `${A}\n${B}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}` }], base: before },
    },
    {
      name: 'a copy that each side put into a file of its own',
      before: { [DECISIONS]: `${A}\n${B}` },
      files: { [DECISIONS]: `${A}\n${B}`, [ELSEWHERE]: B },
      merge: { others: [{ [DECISIONS]: A, [ELSEWHERE]: B }], base: before },
    },
    {
      name: 'an entry that one side archived',
      before: { [DECISIONS]: B, [ARCHIVE]: A },
      files: { [DECISIONS]: B, [ARCHIVE]: A },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}` }], base: { [DECISIONS]: `${A}\n${B}` } },
    },
  ],
  invalid: [
    {
      name: 'what both sides took over, twice',
      before: { [DECISIONS]: `${A}\n${B}` },
      files: { [DECISIONS]: `${A}\n${B}\n${B}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}` }], base: before },
      expect: [
        {
          path: DECISIONS,
          line: 19,
          severity: 'error',
          message: /^The merge holds decision "Refunds need an account".* more often/,
        },
        { path: DECISIONS, line: 19, rule: 'entry-duplicate' },
      ],
    },
    {
      name: 'an entry next to the tombstone that one side put in its place',
      before: { [DECISIONS]: `${A}\n${STONE}` },
      files: { [DECISIONS]: `${A}\n${B}\n${STONE}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}` }], base: { [DECISIONS]: `${A}\n${B}` } },
      expect: [
        { path: DECISIONS, line: 10, severity: 'error', message: /^The merge brings back decision "Refunds/ },
        { path: DECISIONS, line: 19, rule: 'tombstone-entry' },
      ],
    },
    {
      name: 'an entry next to its tombstone, which a parent has so already: it is reported as there',
      before: { [DECISIONS]: `${A}\n${B}\n${STONE}` },
      files: { [DECISIONS]: `${A}\n${B}\n${STONE}` },
      merge: { others: [before], base: before },
      expect: [{ path: DECISIONS, line: 19, rule: 'tombstone-entry' }],
    },
    {
      name: 'a tombstone that both sides took over, twice',
      before: { [DECISIONS]: `${A}\n${STONE}` },
      files: { [DECISIONS]: `${A}\n${STONE}\n${STONE}` },
      merge: { others: [{ [DECISIONS]: `${A}\n${STONE}` }], base: { [DECISIONS]: `${A}\n${B}` } },
      expect: [
        { path: DECISIONS, line: 12, message: /^The merge holds decision tombstone "Refunds.* more often/ },
      ],
    },
    {
      name: 'an entry that one side archived, where the other side left it',
      before: { [DECISIONS]: B, [ARCHIVE]: A },
      files: { [DECISIONS]: `${A}\n${B}`, [ARCHIVE]: A },
      merge: { others: [{ [DECISIONS]: `${A}\n${B}` }], base: { [DECISIONS]: `${A}\n${B}` } },
      expect: [
        { path: DECISIONS, line: 1, message: /^The merge holds decision "Prices.* more often/ },
        { path: DECISIONS, line: 1, rule: 'entry-duplicate' },
      ],
    },
  ],
})
