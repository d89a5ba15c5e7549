import { expect, test } from 'vitest'
import { checkLiteral } from '../../../helpers/check-literal.ts'
import { ruleTest } from '../../../helpers/rule-test.ts'

const LOCK = { 'pnpm-lock.yaml': '' }
const AGENTS = 'AGENTS.md'
const RULE = 'web/.cursor/rules/tools.mdc'
const rule = (text: string, fields = 'alwaysApply: true'): string => `---\n${fields}\n---\n\n${text}`

ruleTest('statement-conflict', {
  valid: [
    { name: 'a package manager that is locked', files: { ...LOCK, [AGENTS]: 'Use pnpm, never npm.\n' } },
    { name: 'a package manager that nothing locks', files: { [AGENTS]: 'Use pnpm, never npm.\n' } },
    {
      name: 'another manager in a folder of its own',
      files: { [AGENTS]: 'Use pnpm.\n', 'api/AGENTS.md': 'Use npm.\n' },
    },
    {
      name: 'a version that one of several manifests has',
      files: {
        [AGENTS]: '- Stack: React 18, Vite\n',
        'a/package.json': '{ "dependencies": { "react": "^19.0.0" } }',
        'b/package.json': '{ "dependencies": { "react": "^18.0.0" } }',
      },
    },
    {
      name: 'a style for some files, which does not name their language',
      files: {
        '.editorconfig': '[*]\nindent_style = tab\n',
        [RULE]: rule('Use 2-space indentation.\n', 'globs: "**/*.md"\nalwaysApply: false'),
      },
    },
    { name: 'an offer of two', files: { [AGENTS]: 'Use npm.\n\nUse yarn.\n', 'GEMINI.md': 'Use npm.\n' } },
    {
      name: 'a list that says for what, and for what not',
      files: { [AGENTS]: 'Use a shadow root for:\n\n- Cards\n\nNever use a shadow root for:\n\n- Forms\n' },
    },
    {
      name: 'a sentence below a heading that turns it',
      files: {
        [AGENTS]: "# Do\n\nNever commit the local settings.\n\n# Don't\n\n- Commit the local settings\n",
      },
    },
  ],
  invalid: [
    {
      name: 'a package manager that the lockfile is not of',
      files: { ...LOCK, [AGENTS]: '# Shop\n\nUse npm.\n' },
      expect: [
        {
          path: AGENTS,
          line: 3,
          severity: 'warning',
          message: /^The package manager for JavaScript is `npm` here, and pnpm-lock\.yaml says `pnpm`$/,
        },
      ],
    },
    {
      name: 'commands of another package manager, once',
      files: { ...LOCK, [AGENTS]: '# Shop\n\n```sh\nnpm ci\n```\n\nThen:\n\n```sh\nnpm install\n```\n' },
      expect: [
        {
          path: AGENTS,
          line: 4,
          message: /^The command installs with `npm` \(so does line 10\), and pnpm-lock\.yaml says `pnpm`$/,
        },
      ],
    },
    {
      name: 'a version that no manifest allows',
      files: {
        [AGENTS]: '- **Framework**: Next.js 14 (App Router)\n',
        'package.json': '{ "dependencies": { "next": "^15.1.0" } }',
      },
      expect: [
        {
          path: AGENTS,
          line: 1,
          severity: 'warning',
          message: /^The version is next 14 here, and package\.json says next `\^15\.1\.0`$/,
        },
      ],
    },
    {
      name: 'a test runner that the repository has not, and what was not yet seen in real repositories, as an info',
      files: {
        [AGENTS]:
          '- Testing: Jest\n- Linter: Biome\n- Formatter: Biome\n- Indent TypeScript with tabs.\n- Use single quotes in TypeScript.\n- TypeScript lines have at most 120 characters.\n',
        'package.json': '{ "devDependencies": { "vitest": "^3", "eslint": "^9", "prettier": "^3" } }',
        '.prettierrc': '{ "tabWidth": 2, "printWidth": 80 }',
      },
      expect: [
        { path: AGENTS, line: 1, severity: 'warning', message: /^The test runner/ },
        { path: AGENTS, line: 2, severity: 'info', message: /^The linter/ },
        { path: AGENTS, line: 3, severity: 'info', message: /^The formatter/ },
        { path: AGENTS, line: 4, severity: 'info', message: /^The indentation/ },
        { path: AGENTS, line: 5, severity: 'info', message: /^The quotes/ },
        { path: AGENTS, line: 6, severity: 'info', message: /^The line width/ },
      ],
    },
    {
      name: 'two package managers in two files, and nothing that says which is right',
      files: { [AGENTS]: 'Use pnpm, never npm.\n', 'GEMINI.md': '# Shop\n\n```sh\nnpm install\n```\n' },
      expect: [
        {
          path: 'GEMINI.md',
          line: 4,
          severity: 'info',
          message: /^The command installs with `npm`, and AGENTS\.md:1 says `pnpm`$/,
        },
      ],
    },
    {
      name: 'two indentations in one folder',
      files: { 'web/AGENTS.md': 'Indent with tabs.\n', [RULE]: rule('Use 2-space indentation.\n') },
      expect: [
        {
          path: 'web/AGENTS.md',
          line: 1,
          severity: 'info',
          message: /^The indentation is `tabs` here, and web\/\.cursor\/rules\/tools\.mdc:5 says `2 spaces`$/,
        },
      ],
    },
    {
      name: 'the same sentence with never',
      files: {
        [AGENTS]: '- Always commit the generated client.\n',
        'GEMINI.md':
          '# The shop\n\nOrders and payments of one shop.\n\n- **Never** commit the generated client\n',
      },
      expect: [
        {
          path: 'GEMINI.md',
          line: 5,
          severity: 'info',
          message: /^The line says the opposite of AGENTS\.md:1 in the same words$/,
        },
      ],
    },
    {
      name: 'the same inside of a sentence, and in another language',
      files: {
        'CLAUDE.md':
          '- The tables of a report always have a head.\n- The tables of a report never have a head.\n- **i18n** : toujours appeler `tt()` dans `FieldRenderer` pour les textes.\n- Ne pas appeler `tt()` dans `FieldRenderer` — la clé est complète.\n',
      },
      expect: [
        { path: 'CLAUDE.md', line: 2, message: /^The line says the opposite of line 1 in the same words$/ },
        { path: 'CLAUDE.md', line: 4, message: /^The line says the opposite of line 3 in the same words$/ },
      ],
    },
    {
      name: 'one limit of one thing in other words, and not one of each side',
      files: {
        'CLAUDE.md':
          '- Keep `MEMORY.md` under 10 KB, and move the rest.\n- 每张概念卡片正文不超过 800 字，超出就拆成两张。\n- Give each plan at least 5 items.\n',
        '.claude/rules/memory.md':
          '- MEMORY.md ≤ 5 KB\n- 单张概念卡片正文上限 1200 字。\n- Give each plan at most 9 items.\n',
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 1,
          message:
            /^The line says `10 KB` where \.claude\/rules\/memory\.md:1 says `5 KB` of the same thing$/,
        },
        { path: 'CLAUDE.md', line: 2, message: /^The line says `800 字` where / },
      ],
    },
    {
      name: 'rules of a mode against those for all, and not against another mode',
      files: {
        '.roo/rules/a.md': '- A function may have 60 lines at most.\n',
        '.roo/rules-code/a.md':
          '- No function may be longer than 40 lines.\n- Never use the browser to look up a price.\n',
        '.roo/rules-ask/a.md': '- Always use the browser to look up a price.\n',
      },
      expect: [
        {
          path: '.roo/rules/a.md',
          line: 1,
          message: /^The longest function is `60` here, and \.roo\/rules-code\/a\.md:1 says `40`$/,
        },
      ],
    },
    {
      name: 'a page that a file imports',
      files: {
        'CLAUDE.md': '@docs/work.md\n\nFeature branches start from `main`.\n',
        'docs/work.md': '# Work\n\nFeature branches start from `develop`.\n',
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 3,
          message: /^The base branch is `main` here, and docs\/work\.md:3 says `develop`$/,
        },
      ],
    },
    {
      name: 'what the configuration says of one of two, where there are several languages',
      files: {
        'AGENTS.md': 'Test coverage is at least 80%.\n',
        'CLAUDE.md': '整体测试覆盖率必须达到 90% 以上。\n',
        'pyproject.toml': '[tool.coverage.report]\nfail_under = 80\n',
        'web/package.json': '{}',
      },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 1,
          message: /^The test coverage is `90 %` here, and AGENTS\.md:1 says `80 %`$/,
        },
      ],
    },
    {
      name: 'what is forbidden altogether, and wanted for a reason, also in a rule for some files',
      files: {
        'web/AGENTS.md':
          '- Do NOT leave comments\n- Never add a package without asking.\n- Always add a package with its licence.\n',
        [RULE]: rule(
          '- Always leave comments: one line above each method.\n',
          'globs: "**/*.md"\nalwaysApply: false',
        ),
      },
      expect: [
        { path: 'web/AGENTS.md', line: 1, severity: 'info', message: /^The line says the opposite of / },
      ],
    },
    {
      name: 'two least versions, one of them for all files of a language',
      files: {
        'web/AGENTS.md': '- **Python version:** 3.10+\n',
        'web/a.py': '',
        'pyproject.toml': '[project]\nrequires-python = ">=3.10"\n',
        [RULE]: rule(
          '- The minimum is Python 3.12, so use `type`.\n',
          'globs: "**/*.py"\nalwaysApply: false',
        ),
      },
      expect: [
        {
          path: 'web/AGENTS.md',
          line: 1,
          severity: 'info',
          message: /^The version is Python 3\.10\+ here, and /,
        },
      ],
    },
    {
      name: 'rules as JSON, which are indented',
      files: {
        '.nvmrc': '20.9.0\n',
        '.cursorrules':
          '{\n  "a": {\n    "b": "use ARIA"\n  },\n\n    "node": "run everything on Node 22, locally and in CI"\n}\n',
      },
      expect: [
        { path: '.cursorrules', line: 6, message: /^The version is Node\.js 22 here, and \.nvmrc says/ },
      ],
    },
    {
      name: 'the same sentence with never, in one file',
      files: { [AGENTS]: 'Always commit the generated client.\n\nDo not commit the generated client.\n' },
      expect: [{ path: AGENTS, line: 3, severity: 'info', message: /the opposite of line 1 in/ }],
    },
  ],
})

test('a change of the lockfile alone makes a new finding, and one of the text none that was there', async () => {
  const before = { 'AGENTS.md': 'Use pnpm.\n', 'pnpm-lock.yaml': '' }
  const after = { 'AGENTS.md': 'Use pnpm.\n', 'yarn.lock': '' }
  const rule = 'statement-conflict'
  const moved = await checkLiteral(after, { before })
  expect(moved.diagnostics.map((one) => [one.rule, one.new])).toEqual([[rule, true]])
  const longer = await checkLiteral({ ...after, 'AGENTS.md': '# Shop\n\nUse pnpm.\n' }, { before: after })
  expect(longer.diagnostics.map((one) => [one.rule, one.line, one.new])).toEqual([[rule, 3, false]])
})

test('many files with many statements are compared in bounded time, in any order', async () => {
  const lines = (n: number): string =>
    Array.from(
      { length: 900 },
      (_, i) => `- Line length: ${60 + ((i * n) % 140)} and rule ${i % 90} of the shop\n`,
    ).join('')
  const files = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `web/.windsurf/rules/r${n}.md`,
      `---\ntrigger: always_on\n---\n\n${lines(n)}`,
    ]),
  )
  const started = performance.now()
  const { diagnostics } = await checkLiteral(files)
  expect(performance.now() - started).toBeLessThan(60_000)
  const turned = await checkLiteral(Object.fromEntries(Object.entries(files).toReversed()))
  expect(turned.diagnostics).toEqual(diagnostics)
}, 120_000)
