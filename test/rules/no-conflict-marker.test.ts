import { ruleTest } from '../helpers/rule-test.ts'

const FEATURE = 'resources/workspaces/devtools/web/_features/live-logs.md'
const CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\n'

ruleTest('no-conflict-marker', {
  valid: [
    { name: 'an example in a fence', files: { [FEATURE]: `# Merging\n\n\`\`\`\n${CONFLICT}\`\`\`\n` } },
    { name: 'an underlined heading', files: { [FEATURE]: 'Live logs\n=======\n\ntext\n' } },
  ],
  invalid: [
    {
      name: 'a conflict',
      files: { [FEATURE]: `# Merging\n\n${CONFLICT}` },
      expect: [{ path: FEATURE, line: 3, column: 1, severity: 'error' }],
    },
    {
      name: 'each of two conflicts',
      files: { [FEATURE]: `${CONFLICT}\n${CONFLICT}` },
      expect: [
        { path: FEATURE, line: 1 },
        { path: FEATURE, line: 7 },
      ],
    },
    {
      name: 'a marker that was left over',
      files: { [FEATURE]: '# Merging\n\ntheirs\n>>>>>>> topic\n' },
      expect: [{ path: FEATURE, line: 4 }],
    },
    {
      name: 'a conflict in front matter, with no other finding about it',
      files: { [FEATURE]: `---\n${CONFLICT}---\n` },
      expect: [{ path: FEATURE, line: 2 }],
    },
  ],
})
