import { ruleTest } from '../../../helpers/rule-test.ts'

const at = (name: string): string => `docs/solutions/${name}.md`
const words = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, i) => `word${from + i}`).join(' ')

ruleTest('note-duplicate', {
  valid: [
    { name: 'halves', files: { [at('a')]: words(0, 200), [at('b')]: words(100, 300) } },
    {
      name: 'a copy for another agent',
      files: { '.claude/commands/a.md': words(0, 200), '.cursor/commands/a.md': words(0, 200) },
    },
  ],
  invalid: [
    {
      name: 'a copy, and one with a few more words',
      files: { [at('a')]: words(0, 300), [at('b')]: words(0, 310), [at('topic/c')]: `${words(0, 300)}\n` },
      expect: [
        {
          path: at('b'),
          line: 1,
          severity: 'info',
          message: /^The file says nearly the same as docs\/solutions\/a\.md$/,
        },
        { path: at('topic/c'), line: 1, message: /^The file says the same as / },
      ],
    },
  ],
})
