import { ruleTest } from '../helpers/rule-test.ts'

const TEXT = '# A\r\n\r\nThe pool is in `./src/pool.ts:42`; see [it](src/pool.ts#L3).\r\n'
const BEFORE = { 'src/pool.ts': 'a pool\n', 'AGENTS.md': TEXT }

ruleTest('citation-moved', {
  valid: [
    { name: 'what is where it was', files: BEFORE },
    {
      name: 'a rename that the text follows',
      before: BEFORE,
      files: { 'src/db/pool.ts': 'a pool\n', 'AGENTS.md': TEXT.replaceAll('src/', 'src/db/') },
    },
  ],
  invalid: [
    {
      name: 'a file that the change renames',
      before: BEFORE,
      files: { 'src/db/pool.ts': 'a pool\n', 'AGENTS.md': TEXT },
      expect: [
        {
          path: 'AGENTS.md',
          line: 3,
          message: /^`src\/pool\.ts` is now `src\/db\/pool\.ts` \(renamed by this change\)$/,
        },
      ],
    },
    {
      name: 'a folder that the change renames',
      before: { 'lib/a.ts': '1', 'lib/b/c.ts': '2', 'AGENTS.md': 'All is in `lib/`.\n' },
      files: { 'kit/a.ts': '1', 'kit/b/c.ts': '2', 'AGENTS.md': 'All is in `lib/`.\n' },
      expect: [{ path: 'AGENTS.md', line: 1, message: /^`lib` is now `kit`/ }],
    },
  ],
})
