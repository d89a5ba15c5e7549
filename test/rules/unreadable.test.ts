import { ruleTest } from '../helpers/rule-test.ts'

const ELSEWHERE = 'notes/decisions.md'
const ROOT = 'user/memory/workspaces'

ruleTest('unreadable', {
  valid: [{ name: 'a link that no layout claims', files: { 'notes/link.md': { link: 'missing.md' } } }],
  invalid: [
    {
      name: 'a link where a log belongs',
      files: {
        [`${ROOT}/shop/decisions.md`]: { link: `../../../../${ELSEWHERE}` },
        [ELSEWHERE]: '# Decisions\n',
      },
      expect: [{ path: `${ROOT}/shop/decisions.md`, line: 1, severity: 'error', message: /symlink/ }],
    },
  ],
})
