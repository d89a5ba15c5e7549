import { ruleTest } from '../../../helpers/rule-test.ts'

const SOUL = '# Soul\n\nBe calm.\n'

ruleTest('openclaw-conflict', {
  valid: [
    {
      name: 'one rule, and a manager that is locked',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': 'Use pnpm, never npm.\n\nNever use markdown tables in answers.\n',
        'pnpm-lock.yaml': '',
      },
    },
    {
      name: 'two workspaces that differ',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': 'Always use markdown tables in answers.\n',
        'b/SOUL.md': SOUL,
        'b/AGENTS.md': 'Never use markdown tables in answers.\n',
      },
      settings: 'openclaw:\n  workspaces: [b]\n',
    },
    {
      name: 'a file for another agent that says the same',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': 'Reports go to the folder `out/reports` on every Friday evening.\n',
        'CLAUDE.md': 'Reports go to the folder `out/reports` on every Friday evening.\n',
      },
    },
  ],
  invalid: [
    {
      name: 'two files that load together',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': 'Never use markdown tables in answers.\n\nAfter a restart wait 20s for the gateway.\n',
        'USER.md': 'Always use markdown tables in answers.\n\nAfter a restart wait 60s for the gateway.\n',
      },
      expect: [
        {
          path: 'USER.md',
          line: 1,
          severity: 'info',
          message: /^The line says the opposite of AGENTS\.md:1 in the same words$/,
        },
        {
          path: 'USER.md',
          line: 3,
          severity: 'info',
          message: /^The line says `60s` where AGENTS\.md:3 says `20s` in the same words$/,
        },
      ],
    },
    {
      name: 'a lockfile, and a copy for another agent',
      files: {
        'SOUL.md': SOUL,
        'AGENTS.md': 'Use npm.\n\nReports go to the folder `out/reports` on every Friday evening.\n',
        'CLAUDE.md': 'Reports go to the folder `out/weekly` on every Friday evening.\n',
        'pnpm-lock.yaml': '',
      },
      expect: [
        { path: 'AGENTS.md', line: 1, severity: 'warning', message: /pnpm-lock\.yaml says `pnpm`$/ },
        {
          path: 'AGENTS.md',
          line: 3,
          severity: 'info',
          message: /^The line says `out\/reports` where CLAUDE\.md:1 says `out\/weekly`$/,
        },
      ],
    },
  ],
})
