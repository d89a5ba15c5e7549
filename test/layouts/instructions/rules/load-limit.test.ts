import { ruleTest } from '../../../helpers/rule-test.ts'

/** Where each agent cuts is a table of its own: `chains.test.ts`. */
ruleTest('load-limit', {
  valid: [{ name: 'a file that fits', files: { 'AGENTS.md': 'x\n'.repeat(1000) } }],
  invalid: [
    {
      name: 'a file with CRLF that does not',
      files: { 'AGENTS.md': `# A\r\n${'x\r\n'.repeat(12_000)}## Tests\r\n` },
      expect: [
        {
          path: 'AGENTS.md',
          line: 12_002,
          severity: 'warning',
          message: /of the 36,015 bytes .* "## Tests"$/,
        },
      ],
    },
    {
      name: 'files that are only long, once with their number',
      files: {
        'CLAUDE.md': 'x\n'.repeat(210),
        '.claude/rules/a.md': 'x\n'.repeat(230),
        '.claude/rules/b.md': 'x\n'.repeat(220),
      },
      expect: [
        {
          path: '.claude/rules/a.md',
          line: 1,
          severity: 'info',
          message: /^The file has 230 lines; .* \(and 2 more files of that size\)$/,
        },
      ],
    },
  ],
})
