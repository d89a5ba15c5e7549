import { ruleTest } from '../../../helpers/rule-test.ts'

ruleTest('instruction-link', {
  valid: [{ name: 'a link to a file', files: { 'AGENTS.md': 'x\n', 'CLAUDE.md': { link: 'AGENTS.md' } } }],
  invalid: [
    {
      name: 'a folder of rules that lies elsewhere',
      files: { 'docs/rules/a.md': 'x\n', '.claude/rules': { link: '../docs/rules' } },
      expect: [
        { path: '.claude/rules', line: 1, severity: 'info', message: /in docs\/rules through this symlink/ },
      ],
    },
    {
      name: 'pages of other names, once',
      files: {
        'docs/guide.md': 'x\n',
        'CLAUDE.md': { link: 'docs/guide.md' },
        'api/agents.md': 'y\n',
        'api/CLAUDE.md': { link: 'agents.md' },
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 1,
          severity: 'warning',
          message:
            /^Agents read docs\/guide\.md through this symlink \(and so through 1 more, as api\/CLAUDE\.md\)/,
        },
      ],
    },
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
