import { ruleTest } from '../helpers/rule-test.ts'

const CODE = { 'src/server/listen.ts': '', 'packages/core/scripts/build-tokens.ts': '' }

ruleTest('path-mentioned', {
  valid: [
    {
      name: 'files that are where the text says, from its folder or from one above',
      files: {
        ...CODE,
        'AGENTS.md': 'See `src/server/listen.ts` and `./src/server/listen.ts`.\n',
        'src/AGENTS.md': 'See `server/listen.ts`, `src/server/listen.ts`, `../src/server/listen.ts`.\n',
      },
    },
    {
      name: 'a path from the folder of a package',
      files: { ...CODE, 'AGENTS.md': 'Run `scripts/build-tokens.ts`.\n' },
    },
    {
      name: 'names that no file has: examples, and what is made',
      files: { ...CODE, 'AGENTS.md': 'Write `docs/new-page.md`; it goes to `brain/state.json`.\n' },
    },
    {
      name: 'code, hosts, globs and examples',
      files: {
        ...CODE,
        'AGENTS.md':
          '```\n`lib/listen.ts`\n```\n`example.org/listen.ts` `lib/*/listen.ts` `path/to/listen.ts` `dist/listen.ts` lib/listen.ts\n',
      },
    },
    {
      name: 'text that no model loads by itself',
      files: { ...CODE, 'resources/workspaces/shop/_features/a.md': 'See `lib/listen.ts`.\n' },
    },
  ],
  invalid: [
    {
      name: 'a file that was moved',
      files: { ...CODE, 'AGENTS.md': '# A\r\n\r\nSee `src/http/listen.ts` and `lib/Listen.ts`.\r\n' },
      expect: [
        {
          path: 'AGENTS.md',
          line: 3,
          column: 5,
          severity: 'info',
          message:
            /^The text mentions src\/http\/listen\.ts, which is no file of the repository, and 1 more such path$/,
        },
      ],
    },
  ],
})
