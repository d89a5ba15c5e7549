import { ruleTest } from '../../../helpers/rule-test.ts'

const long = 'One more line.\n'.repeat(501)

ruleTest('note-growth', {
  valid: [
    {
      name: 'as many lines as are advised',
      files: { 'docs/solutions/a.md': 'One more line.\n'.repeat(500) },
    },
    {
      name: 'a long page of a skill',
      files: {
        '.claude/skills/a/SKILL.md': '---\nname: a\ndescription: b\n---\n\nRead all.md.\n',
        '.claude/skills/a/all.md': long,
      },
    },
  ],
  invalid: [
    {
      name: 'the longest of a folder, with the number of others',
      files: {
        'docs/solutions/a.md': long,
        'docs/solutions/b.md': `# B\n${long}${'Another one.\n'.repeat(400)}`,
      },
      expect: [
        {
          path: 'docs/solutions/b.md',
          line: 1,
          severity: 'info',
          message: /, as have 1 more of docs\/solutions/,
        },
      ],
    },
  ],
})
