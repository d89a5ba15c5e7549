import { ruleTest } from '../../../helpers/rule-test.ts'

ruleTest('instruction-link', {
  valid: [
    { name: 'a link to a file', files: { 'AGENTS.md': 'x\n', 'CLAUDE.md': { link: 'AGENTS.md' } } },
    {
      name: 'a link to a folder',
      files: { 'docs/a.md': 'x\n', '.claude/rules/a.md': { link: '../../docs' } },
    },
  ],
  invalid: [
    {
      name: 'a broken link',
      files: { 'CLAUDE.md': { link: 'AGENT.md' } },
      expect: [{ path: 'CLAUDE.md', line: 1, severity: 'error', message: /broken/ }],
    },
    {
      name: 'a link out of the repository',
      files: { 'CLAUDE.md': { link: '../../AGENTS.md' } },
      expect: [{ path: 'CLAUDE.md', line: 1, severity: 'warning', message: /leads out of the repository/ }],
    },
  ],
})
