import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const LIMIT = 1_048_576
/** Above every file of the clean memory. */
const SMALL = 4000

ruleTest('size-limit', {
  valid: [
    {
      name: 'a file of just the limit',
      files: { [FEATURE]: 'text text\n'.repeat(SMALL / 10) },
      settings: `limits:\n  fileBytes: ${SMALL}\n`,
    },
    {
      name: 'front matter of just the limit',
      files: { [FEATURE]: `---\nname: ${'x'.repeat(SMALL - 7)}\n---\n` },
      settings: `limits:\n  frontMatterBytes: ${SMALL}\n`,
    },
  ],
  invalid: [
    {
      name: 'a file of one byte more, counted in bytes',
      files: { [FEATURE]: `ü${'x'.repeat(LIMIT - 1)}` },
      expect: [{ path: FEATURE, line: 1, severity: 'error', message: /1048577 bytes/ }],
    },
    {
      name: 'a smaller file where settings move the limit',
      files: { [FEATURE]: 'text text\n'.repeat(SMALL / 10 + 1) },
      settings: `limits:\n  fileBytes: ${SMALL}\n`,
      expect: [{ path: FEATURE, line: 1, message: /the limit is 4000/ }],
    },
    {
      name: 'front matter over its own limit',
      files: { [FEATURE]: `---\nname: logs\nnotes: |\n${'  a line of a pasted log\n'.repeat(3000)}---\n` },
      expect: [{ path: FEATURE, line: 1 }],
    },
    {
      name: 'values nested without end',
      files: { [FEATURE]: `---\nname: ${'['.repeat(200)}${']'.repeat(200)}\n---\n` },
      expect: [{ path: FEATURE, line: 2 }],
    },
  ],
})
