import { ruleTest } from '../helpers/rule-test.ts'

const DECISIONS = 'user/memory/workspaces/shop/decisions.md'
const INDEX = 'user/memory/workspaces/shop/_index.yaml'
const TAXES =
  '### [2026-03-02] Taxes are stored\n\n**Category:** convention\n**Tags:** money\n\nRates change with the law.\n\n---\n'

ruleTest('derived-fresh', {
  valid: [
    { name: 'an index that was rebuilt', files: { [DECISIONS]: TAXES } },
    { name: 'text that no index holds', files: { [DECISIONS]: `# Decisions\n\nOldest first.\n\n${TAXES}` } },
  ],
  invalid: [
    {
      name: 'an index of before',
      files: { [DECISIONS]: TAXES },
      index: false,
      expect: [{ path: INDEX, line: 2, severity: 'error' }],
      fixed: {},
    },
    {
      name: 'an index that is not there',
      files: { [INDEX]: null },
      index: false,
      expect: [{ path: INDEX, line: 1 }],
      fixed: {},
    },
  ],
})
