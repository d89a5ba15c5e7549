import { ruleTest } from '../../../helpers/rule-test.ts'

const LONG = [
  '# Rules',
  '',
  'Amounts are integers in minor units.',
  'A refund needs an account.',
  'Workers read one job at a time.',
  'Every route has a schema next to it.',
  'Logs name the order and never the person.',
  'The queue keeps a job until its worker says that it is done.',
  '',
].join('\n')

ruleTest('instruction-unseen', {
  valid: [
    { name: 'names in capitals', files: { 'AGENTS.md': LONG, 'CLAUDE.md': '@AGENTS.md\n' } },
    {
      name: 'a page about agents below the top',
      files: { 'AGENTS.md': LONG, 'docs/agents.md': 'About agents.\n' },
    },
    { name: 'a symlink', files: { 'AGENTS.md': LONG, 'CLAUDE.md': { link: 'AGENTS.md' } } },
    {
      name: 'more than a pointer',
      files: {
        'AGENTS.md': LONG,
        'CLAUDE.md':
          '# For Claude\n\nAsk before you delete a file of the user. A migration is never edited, and a release is never made on a Friday. Write the reason of each change into its commit. See AGENTS.md too.\n',
      },
    },
    { name: 'a pointer to a file that is not there', files: { 'CLAUDE.md': 'See AGENTS.md.\n' } },
    {
      name: 'an AGENTS.md in a folder that has a CLAUDE.md, and one that is imported',
      files: {
        'CLAUDE.md': LONG,
        'web/AGENTS.md': LONG,
        'web/CLAUDE.md': 'Ask before you delete.\n',
        'api/AGENTS.md': `${LONG}\nApi.\n`,
        'api/CLAUDE.md': '@AGENTS.md\n',
      },
    },
    {
      name: 'an AGENTS.md of a folder that no agent is started in, or where Claude Code is not used',
      files: { 'CLAUDE.md': LONG, '.opencode/AGENTS.md': 'One.\n', '.agents/skills/a/AGENTS.md': 'Two.\n' },
    },
    { name: 'an AGENTS.md below another one', files: { 'AGENTS.md': LONG, 'web/AGENTS.md': 'Use Vite.\n' } },
  ],
  invalid: [
    {
      name: 'a name in other case',
      files: { 'agents.md': LONG },
      expect: [
        {
          path: 'agents.md',
          line: 1,
          severity: 'warning',
          message: /look for AGENTS\.md and do not load agents\.md where case counts/,
        },
      ],
    },
    {
      name: 'a name in other case that a symlink leads to',
      files: { 'Claude.md': LONG, 'AGENTS.md': { link: 'Claude.md' } },
      expect: [{ path: 'Claude.md', line: 1, severity: 'info', message: /look for CLAUDE\.md/ }],
    },
    {
      name: 'words that only name another file',
      files: { 'AGENTS.md': LONG, 'CLAUDE.md': '# Claude\n\nSee AGENTS.md for everything.\n' },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 1,
          severity: 'warning',
          message: /only names AGENTS\.md: agents load these words/,
        },
      ],
    },
    {
      name: 'an arrow, the other way',
      files: { 'CLAUDE.md': LONG, 'AGENTS.md': '-> ./CLAUDE.md\n' },
      expect: [{ path: 'AGENTS.md', line: 1, severity: 'warning', message: /only names CLAUDE\.md/ }],
    },
    {
      name: 'files below a CLAUDE.md, once',
      files: { 'CLAUDE.md': LONG, 'api/AGENTS.md': 'Use Rust.\n', 'web/AGENTS.md': 'Use Vite.\n' },
      expect: [
        {
          path: 'api/AGENTS.md',
          line: 1,
          severity: 'info',
          message:
            /Claude Code does not load this file: .* \(and 1 more of that name, such as web\/AGENTS\.md\)/,
        },
      ],
    },
  ],
})
