import { ruleTest } from '../../../helpers/rule-test.ts'

const PROFILE = 'agent/rules/common/user-profile.md'

/** A rule of so many lines in all. */
const rule = (lines: number, budget: string, line = '- a'): string =>
  `${[budget, '', ...Array(lines - 2).fill(line)].join('\n')}\n`

ruleTest('hot-budget', {
  valid: [
    {
      name: 'a file of an agent over its budget that loads for some files only',
      files: {
        '.cursor/rules/gitignore-tool-behavior.mdc': `---\nglobs: **/*.ts, **/*.{js,jsx}\nalwaysApply: false\n---\n${rule(51, '<!-- budget: 20 lines -->')}`,
      },
    },
    { name: 'a file just below nine tenths', files: { [PROFILE]: rule(44, '<!-- budget: 50 lines -->') } },
    {
      name: 'tokens below nine tenths',
      files: { [PROFILE]: rule(10, '<!-- budget: 50 lines, 100 tokens -->') },
    },
  ],
  invalid: [
    {
      name: 'nine tenths of the lines',
      files: { [PROFILE]: rule(45, '<!-- budget: 50 lines -->') },
      expect: [{ path: PROFILE, line: 1, severity: 'warning', message: /nearly spent: 45 of 50 lines/ }],
    },
    {
      name: 'the whole budget, which is not over it',
      files: { [PROFILE]: rule(50, '<!-- budget: 50 lines -->') },
      expect: [{ path: PROFILE, line: 1, severity: 'warning', message: /nearly spent: 50 of 50 lines/ }],
    },
    {
      name: 'one line over the budget',
      files: { [PROFILE]: rule(51, '<!-- budget: 50 lines -->') },
      expect: [
        { path: PROFILE, line: 1, severity: 'error', message: /The file has 51 lines, its budget is 50/ },
      ],
    },
    {
      name: 'tokens over the budget, in a file of an agent, after front matter',
      files: {
        '.cursor/rules/gitignore-tool-behavior.mdc': `---\nalwaysApply: true\n---\n${rule(6, '<!-- budget: 30 lines, 20 tokens -->', '- Read an ignored file by its full path.')}`,
      },
      expect: [
        {
          path: '.cursor/rules/gitignore-tool-behavior.mdc',
          line: 4,
          severity: 'error',
          message: /tokens \(estimated\), its budget is 20/,
        },
      ],
    },
  ],
})
