import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'DECISIONS.md'

const log = (count: number, words = 1): string =>
  Array.from(
    { length: count },
    (_, i) => `## 2026-01-05: Entry ${i}\n\n${`What was decided then, and why, for ${i}. `.repeat(words)}\n`,
  ).join('\n')

ruleTest('log-growth', {
  valid: [
    { name: 'fifty entries', files: { [PATH]: log(50, 20) } },
    { name: 'many short ones', files: { [PATH]: log(80) } },
    {
      name: 'many short ones in a log whose form is set',
      files: { [PATH]: log(80) },
      settings: `logs: [{ path: ${PATH}, entries: "## {date}: {title}" }]\n`,
    },
    { name: 'an index of one line for each', files: { [PATH]: log(95, 5) } },
    {
      name: 'as many as settings allow',
      files: { [PATH]: log(60, 20) },
      settings: `logs: [{ path: ${PATH}, growth: 60 }]\n`,
    },
    { name: 'an archive', files: { [PATH]: log(2), 'DECISIONS-archive.md': log(90, 20) } },
  ],
  invalid: [
    {
      name: 'more than fifty',
      files: { [PATH]: log(51, 20) },
      expect: [
        {
          path: PATH,
          line: 1,
          severity: 'warning',
          message: /has 51 entries and about \d+ tokens; the limit is 50/,
        },
      ],
    },
    {
      name: 'more than settings allow',
      files: { [PATH]: log(3) },
      settings: `logs: [{ path: ${PATH}, growth: 2 }]\n`,
      expect: [{ path: PATH, line: 1, message: /the limit is 2/ }],
    },
  ],
})
