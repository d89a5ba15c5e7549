import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const REST = '\n**Category:** debugging\n\nThe body.\n\n---\n'
const GOOD = `### [2026-01-05] Good\n${REST}`

ruleTest('entry-heading', {
  valid: [
    {
      name: 'headings of any other depth inside an entry',
      files: { [PATH]: GOOD.replace('The', '#### Part\n\nThe') },
    },
    {
      name: 'a heading of depth 3 above the first entry',
      files: { [PATH]: `# Lessons\n\n### How\n\nSo.\n\n${GOOD}` },
    },
    {
      name: 'examples in a fence, a quote, a list and a comment',
      files: {
        [PATH]: `### [2026-01-05] Good\n\n**Category:** debugging\n
\`\`\`
### [2026-1-5] x
\`\`\`

> ### [2026-1-5] x

- ### x

<!--
### x
-->

The body.\n\n---\n`,
      },
    },
    {
      name: 'a version in brackets at depth 2',
      files: { [PATH]: GOOD.replace('The', '## [0.8.21] - 2026-03-07\n\nThe') },
    },
    {
      name: 'a title with a day in it, above no entry yet',
      files: { [PATH]: '# 2026-01-05 and later\n\n## Kept since 2026-01-05\n\nNone yet.\n' },
    },
    { name: 'an empty log', files: { [PATH]: '# Lessons\n\nNone yet.\n' } },
  ],
  invalid: [
    {
      name: 'a date that is not padded',
      files: { [PATH]: `### [2026-1-5] Title\n${REST}` },
      expect: [
        {
          path: PATH,
          line: 1,
          column: 5,
          severity: 'error',
          message: /Unexpected \[2026-1-5\] in the heading of an entry, expected \[2026-01-05\]/,
        },
      ],
    },
    {
      name: 'days that are not in the calendar, and no date at all',
      files: {
        [PATH]: ['[2026-13-01]', '[2026-02-30]', '[26-01-05]', '[YYYY-MM-DD]', '[TBD]']
          .map((date) => `### ${date} Title\n${REST}`)
          .join('\n'),
      },
      expect: [1, 9, 17, 25, 33].map((line) => ({
        path: PATH,
        line,
        column: 5,
        message: /^Unexpected \[.*\] in the heading of an entry, expected a real day as \[YYYY-MM-DD\]$/,
      })),
    },
    {
      name: 'a date without brackets, with slashes, escaped',
      files: {
        [PATH]: ['2026-01-05:', '[2026/01/05]', '\\[2026-01-05\\]']
          .map((date) => `### ${date} Title\n${REST}`)
          .join('\n'),
      },
      expect: [
        { path: PATH, line: 1, message: /Unexpected 2026-01-05 in/ },
        { path: PATH, line: 9, message: /Unexpected \[2026\/01\/05\] in/ },
        { path: PATH, line: 17, message: /Unexpected \\\[2026-01-05\\\] in .* expected \[2026-01-05\]/ },
      ],
    },
    {
      name: 'an entry at another depth',
      files: { [PATH]: `## [2026-01-05] Two\n${REST}\n#### [2026-01-06] Four\n${REST}` },
      expect: [
        { path: PATH, line: 1, column: 1, message: /entry heading of depth 2, expected depth 3/ },
        { path: PATH, line: 9, column: 1, message: /entry heading of depth 4, expected depth 3/ },
      ],
    },
    {
      name: 'another heading of depth 3 behind the first entry',
      files: { [PATH]: GOOD.replace('The', '### Details\n\nThe') },
      expect: [{ path: PATH, line: 5, column: 1, message: /heading of depth 3 that starts no entry/ }],
    },
    {
      name: 'headings of depth 3 in a log without any entry',
      files: { [PATH]: '# Lessons\n\n### Workers hang\n\nThey do.\n' },
      expect: [{ path: PATH, line: 3, message: /starts no entry, expected `### \[YYYY-MM-DD\] Title`/ }],
    },
    {
      name: 'a log in another format, once',
      files: {
        [PATH]: [
          '## 2026-01-05 - One',
          '## 2026-01-06 - Two',
          '### Why',
          '### How',
          '### What',
          '# 2026-01-07',
        ]
          .map((heading) => `${heading}\n\nText.\n`)
          .join('\n'),
      },
      expect: [{ path: PATH, line: 1, message: /log without an entry: none of its 6 headings/ }],
    },
    {
      name: 'few dated headings of depth 2 in a log without any entry',
      files: { [PATH]: '# Lessons\n\n## 2026-01-05 - One\n\nText.\n\n## 2026-01-06 - Two\n\nText.\n' },
      expect: [{ path: PATH, line: 3, message: /log without an entry: none of its 2 headings/ }],
    },
    {
      name: 'no space behind the marks, but not in a fence',
      files: {
        [PATH]: `${GOOD}\n###[2026-01-06] Two\n${REST.replace('The body.', '```\n###[2026-01-07] x\n```')}`,
      },
      expect: [{ path: PATH, line: 9, column: 1, message: /^Unexpected ### without a space behind it/ }],
      fixed: {
        [PATH]: `${GOOD}\n### [2026-01-06] Two\n${REST.replace('The body.', '```\n###[2026-01-07] x\n```')}`,
      },
    },
    {
      name: 'a missing title',
      files: { [PATH]: `### [2026-01-05]\n${REST}\n### [2026-01-06] –\n${REST}` },
      expect: [
        { path: PATH, line: 1, column: 1, message: /entry of 2026-01-05 without a title/ },
        { path: PATH, line: 9, message: /entry of 2026-01-06 without a title/ },
      ],
    },
    {
      name: 'an archive',
      files: { 'user/memory/workspaces/shop/_archive/lessons-2025.md': `${GOOD}\n### Details\n` },
      expect: [
        { path: 'user/memory/workspaces/shop/_archive/lessons-2025.md', line: 9 },
        {
          path: 'user/memory/workspaces/shop/_archive/lessons-2025.md',
          line: 1,
          rule: 'entry-separator',
        },
      ],
    },
  ],
})
