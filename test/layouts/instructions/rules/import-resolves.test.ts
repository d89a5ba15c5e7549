import { ruleTest } from '../../../helpers/rule-test.ts'

const DOCS = { 'docs/a.md': '# A\n', 'web/b.md': '# B\n' }

ruleTest('import-resolves', {
  valid: [
    {
      name: 'imports of files that are there, from the folder of the file',
      files: {
        ...DOCS,
        'CLAUDE.md': '@docs/a.md\n',
        'web/CLAUDE.md': 'See @b.md and **@./b.md** or @../docs/a.md#part\n',
      },
    },
    {
      name: 'files of a person, and absolute ones',
      files: { 'CLAUDE.md': '@~/.claude/mine.md\n@/etc/x.md\n' },
    },
    {
      name: 'packages, people, addresses and decorators',
      files: { 'CLAUDE.md': '@types/node @someone me@example.org @media (x) @Component({})\n' },
    },
    {
      name: 'code that is no import',
      files: { 'CLAUDE.md': '```\nuser @docs/none.md\n@docs/none.md\n```\nWrite `@docs/none.md`.\n' },
    },
    { name: 'a word of AGENTS.md, which imports nothing', files: { 'AGENTS.md': 'Ask @someone.md.\n' } },
    {
      name: 'a link behind which nothing is known',
      files: { 'CLAUDE.md': '@shared/x.md\n', shared: { link: '../shared' } },
    },
    {
      name: 'a reference of Kiro',
      files: { ...DOCS, '.kiro/steering/x.md': '---\ninclusion: always\n---\n#[[file:../../docs/a.md]]\n' },
    },
  ],
  invalid: [
    {
      name: 'a file that is not there, and the one of that name',
      files: { ...DOCS, 'CLAUDE.md': '# X\n\nSee @doc/a.md.\n' },
      expect: [
        {
          path: 'CLAUDE.md',
          line: 3,
          column: 5,
          severity: 'warning',
          message: /doc\/a\.md leads to no file/,
        },
      ],
    },
    {
      name: 'a path from the top in a file below it',
      files: { ...DOCS, 'web/CLAUDE.md': '@docs/a.md\r\n' },
      expect: [{ path: 'web/CLAUDE.md', line: 1, message: /docs\/a\.md leads to no file/ }],
    },
    {
      name: 'a ring',
      files: { 'CLAUDE.md': '@web/CLAUDE.md\n', 'web/CLAUDE.md': '@../CLAUDE.md\n' },
      expect: [
        { path: 'CLAUDE.md', line: 1, message: /leads back to this file/ },
        { path: 'web/CLAUDE.md', line: 1, message: /leads back to this file/ },
      ],
    },
    {
      name: 'imports that go too deep',
      files: Object.fromEntries(
        ['', 'a/', 'a/b/', 'a/b/c/', 'a/b/c/d/', 'a/b/c/d/e/'].map((folder, i, all) => [
          `${folder}CLAUDE.md`,
          i + 1 < all.length ? `@./${all[i + 1]?.slice(folder.length)}CLAUDE.md\n` : 'x\n',
        ]),
      ),
      expect: [{ path: 'CLAUDE.md', line: 1, message: /more than 4 imports deep/ }],
    },
    {
      name: 'forms that Claude Code does not follow',
      files: { ...DOCS, 'CLAUDE.md': '(@docs/a.md)\n\nSee @docs/a.md.\n\n@docs/a.md, or not\n' },
      expect: [1, 3, 5].map((line) => ({
        path: 'CLAUDE.md',
        line,
        severity: 'warning' as const,
        message: /^Claude Code does not follow `\(?@docs\/a\.md[).,]`$/,
      })),
    },
    {
      name: 'forms that Gemini CLI does not follow',
      files: { ...DOCS, 'GEMINI.md': '**@docs/a.md**\n\n@docs/a.md#part\n' },
      expect: [1, 3].map((line) => ({
        path: 'GEMINI.md',
        line,
        message: /^Gemini CLI does not follow `/,
      })),
    },
    {
      name: 'an import in AGENTS.md where no agent follows one',
      files: { ...DOCS, 'AGENTS.md': 'See @docs/a.md\n' },
      expect: [{ path: 'AGENTS.md', line: 1, severity: 'info', message: /reads `@docs\/a\.md` as text/ }],
    },
    {
      name: 'an import that a code block keeps from being one',
      files: { ...DOCS, 'CLAUDE.md': '```\n@docs/a.md\n```\n' },
      expect: [{ path: 'CLAUDE.md', line: 2, severity: 'info', message: /in a code block/ }],
    },
    {
      name: 'a reference of Kiro to no file',
      files: { '.kiro/steering/x.md': '---\ninclusion: always\n---\n#[[file:docs/none.md]]\n' },
      expect: [{ path: '.kiro/steering/x.md', line: 4, message: /docs\/none\.md leads to no file/ }],
    },
  ],
})
