import { ruleTest } from '../../../helpers/rule-test.ts'

const RULES = 'agent/rules/common'
const PROFILE = `${RULES}/user-profile.md`
const OWN = '.cursor/rules/gitignore-tool-behavior.mdc'

ruleTest('hot-budget-declared', {
  valid: [
    ...[
      'description: Rules: for *all* tests\nglobs: **/*.ts\nalwaysApply: false',
      'globs: **/*.ts',
      'globs:\n  - **/*.ts',
      'description: [Draft] of @team\nalwaysApply: false',
      'description:\nglobs: *.md, !x.md\nalwaysApply: false',
    ].map((lines) => ({
      name: `a file of an agent that does not load always: ${JSON.stringify(lines)}`,
      files: { [OWN]: `---\n${lines}\n---\n# Tests\n` },
    })),
    { name: 'a budget below the largest', files: { [PROFILE]: '<!-- budget: 20 lines -->\n# Profile\n' } },
    {
      name: 'a budget behind a byte order mark',
      files: { [PROFILE]: '\ufeff<!--budget: 50 lines-->\n# Profile\n' },
    },
    {
      name: 'a budget below another comment',
      files: { [PROFILE]: '<!-- reviewed in May -->\n\n<!-- budget: 50 lines, 600 tokens -->\n# Profile\n' },
    },
    {
      name: 'a budget that settings allow',
      files: { [PROFILE]: '<!-- budget: 70 lines -->\n# Profile\n' },
      settings: 'hot:\n  budgets:\n    user-profile.md: 70\n',
    },
  ],
  invalid: [
    ...['globs: **/*.ts\nalwaysApply: true', 'description: "a": b', 'globs:\nglobs: []', 'globs: ""'].map(
      (lines) => ({
        name: `no budget in a file of an agent that loads always: ${JSON.stringify(lines)}`,
        files: { [OWN]: `---\n${lines}\n---\n# Tests\n` },
        expect: [{ path: OWN, line: 1 }],
      }),
    ),
    {
      name: 'a rule, which every agent loads whatever one of them reads in it',
      files: { [PROFILE]: "---\nglobs: '**/*.ts'\nalwaysApply: false\n---\n# Profile\n" },
      expect: [{ path: PROFILE, line: 1 }],
    },
    {
      name: 'no budget, with the default for the name',
      files: { [PROFILE]: '# Profile\n\n- Works in UTC+7.\n' },
      expect: [{ path: PROFILE, line: 1, severity: 'warning', message: /<!-- budget: 50 lines -->/ }],
      fixed: { [PROFILE]: '<!-- budget: 50 lines -->\n\n# Profile\n\n- Works in UTC+7.\n' },
    },
    {
      name: 'no budget after front matter with CRLF and a byte order mark',
      files: { [OWN]: '\ufeff---\r\nalwaysApply: true\r\n---\r\n\r\n# Ignored files\r\n' },
      expect: [{ path: OWN, line: 1, message: /100 lines/ }],
      fixed: {
        [OWN]:
          '\ufeff---\r\nalwaysApply: true\r\n---\r\n<!-- budget: 100 lines -->\r\n\r\n# Ignored files\r\n',
      },
    },
    {
      name: 'no budget after front matter without a line break at its end',
      files: { [OWN]: '---\nalwaysApply: true\n---' },
      expect: [{ path: OWN, line: 1 }],
      fixed: { [OWN]: '---\nalwaysApply: true\n---\n<!-- budget: 100 lines -->\n' },
    },
    {
      name: 'a budget inside a fence, which is an example',
      files: { [PROFILE]: '# Profile\n\n```markdown\n<!-- budget: 50 lines -->\n```\n' },
      expect: [{ path: PROFILE, line: 1, message: /has no budget/ }],
    },
    {
      name: 'a budget above the largest for the name',
      files: { [PROFILE]: '<!-- budget: 60 lines -->\n# Profile\n' },
      expect: [
        {
          path: PROFILE,
          line: 1,
          severity: 'warning',
          message: /60 lines, the limit for a file of this name is 50/,
        },
      ],
    },
    {
      name: 'a budget that is not at the top',
      files: { [PROFILE]: '# Profile\n\n<!-- budget: 50 lines -->\n' },
      expect: [{ path: PROFILE, line: 3, message: /above everything but front matter/ }],
    },
    {
      name: 'a budget without a number',
      files: { [PROFILE]: '<!-- budget: fifty lines -->\n# Profile\n' },
      expect: [{ path: PROFILE, line: 1, message: /"budget: fifty lines"/ }],
    },
    {
      name: 'a budget of nothing',
      files: { [PROFILE]: '<!-- budget: 0 lines -->\n# Profile\n' },
      expect: [{ path: PROFILE, line: 1, message: /"budget: 0 lines"/ }],
    },
  ],
})
