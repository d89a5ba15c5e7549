import { ruleTest } from '../helpers/rule-test.ts'

const BEFORE = { 'src/pool.ts': 'a pool\n', 'AGENTS.md': '# A\n\nThe pool is in `src/pool.ts`.\n' }

ruleTest('citation-gone', {
  valid: [
    { name: 'what is there', files: BEFORE },
    { name: 'what never was there', files: { 'AGENTS.md': 'Write `src/new.ts`.\n' } },
    {
      name: 'what the change itself says of a file that is gone',
      before: { 'src/pool.ts': 'a pool\n', 'AGENTS.md': '# A\n' },
      files: { 'src/pool.ts': null, 'AGENTS.md': '# A\n\n`src/pool.ts` went.\n' },
    },
    {
      name: 'a record of its day',
      before: {
        'src/pool.ts': 'a pool\n',
        'resources/workspaces/shop/_features/a.md': 'See `src/pool.ts`.\n',
      },
      files: { 'resources/workspaces/shop/_features/a.md': 'See `src/pool.ts`.\n' },
    },
  ],
  invalid: [
    {
      name: 'a file that the change removes',
      before: BEFORE,
      files: { 'AGENTS.md': BEFORE['AGENTS.md'] },
      expect: [
        {
          path: 'AGENTS.md',
          line: 3,
          column: 17,
          severity: 'warning',
          message: /^`src\/pool\.ts` was removed by this change$/,
        },
      ],
    },
    {
      name: 'many that go at once as one',
      before: {
        'lib/a.ts': '1',
        'lib/b.ts': '2',
        'lib/c.ts': '3',
        'lib/d.ts': '4',
        'AGENTS.md': '`lib/a.ts`\n`lib/b.ts`\n`lib/c.ts`\n`lib/d.ts`\n',
      },
      files: { 'AGENTS.md': '`lib/a.ts`\n`lib/b.ts`\n`lib/c.ts`\n`lib/d.ts`\n' },
      expect: [
        {
          path: 'AGENTS.md',
          line: 1,
          message: /`lib\/c\.ts` and 1 more were removed by this change; also in lines 2, 3, 4$/,
        },
      ],
    },
  ],
})
