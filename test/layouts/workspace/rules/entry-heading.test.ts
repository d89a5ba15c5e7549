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
      name: 'headings above the first entry that hold neither a date nor an id',
      files: { [PATH]: `# Lessons of 2026\n\n## About UTF-8 and January\n\nSo.\n\n## 2026\n\n${GOOD}` },
    },
    {
      name: 'a title and a section of a log that has no entry yet',
      files: { [PATH]: '# Lessons of 2026\n\n## How to write one\n\nNone yet.\n' },
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
          message: /The heading of an entry has \[2026-1-5\], not \[2026-01-05\]/,
        },
      ],
    },
    {
      name: 'no date at all',
      files: {
        [PATH]: ['[26-01-05]', '[YYYY-MM-DD]', '[TBD]']
          .map((date) => `### ${date} Title\n${REST}`)
          .join('\n'),
      },
      expect: [1, 9, 17].map((line) => ({
        path: PATH,
        line,
        column: 5,
        message: /^The heading of an entry has \[.*\], not a real day as \[YYYY-MM-DD\]$/,
      })),
    },
    {
      name: 'days that are not in the calendar, in entries that are still read',
      files: {
        [PATH]: `### [2026-13-01] One\n${REST}\n### [2026-02-30] Two\n\n**Tags:** Not Kebab\n\n---\n`,
      },
      expect: [
        {
          path: PATH,
          line: 1,
          column: 5,
          message: /^The heading of an entry has \[2026-13-01\], not a real day/,
        },
        {
          path: PATH,
          line: 9,
          column: 5,
          message: /^The heading of an entry has \[2026-02-30\], not a real day/,
        },
        { path: PATH, line: 9, rule: 'entry-category' },
        { path: PATH, line: 9, rule: 'entry-body' },
        { path: PATH, line: 11, rule: 'entry-tags' },
      ],
    },
    {
      name: 'a date without brackets, with slashes, escaped',
      files: {
        [PATH]: ['2026-01-05:', '[2026/01/05]', '\\[2026-01-05\\]']
          .map((date) => `### ${date} Title\n${REST}`)
          .join('\n'),
      },
      expect: [
        { path: PATH, line: 1, message: /an entry has 2026-01-05, not/ },
        { path: PATH, line: 9, message: /an entry has \[2026\/01\/05\], not/ },
        { path: PATH, line: 17, message: /an entry has \\\[2026-01-05\\\], not \[2026-01-05\]/ },
      ],
    },
    {
      name: 'an entry at another depth',
      files: { [PATH]: `## [2026-01-05] Two\n${REST}\n#### [2026-01-06] Four\n${REST}` },
      expect: [
        { path: PATH, line: 1, column: 1, message: /heading of an entry has depth 2, not 3/ },
        { path: PATH, line: 9, column: 1, message: /heading of an entry has depth 4, not 3/ },
      ],
    },
    {
      name: 'another heading of depth 3 behind the first entry',
      files: { [PATH]: GOOD.replace('The', '### Details\n\nThe') },
      expect: [
        {
          path: PATH,
          line: 5,
          column: 1,
          message: /^Heading `### Details` is not read as an entry: the form/,
        },
      ],
    },
    {
      name: 'an entry of another form behind one that is right',
      files: { [PATH]: `${GOOD}\n## 2026-03-01 - Postgres keeps the sessions\n\nText.\n\n---\n` },
      expect: [
        {
          path: PATH,
          line: 9,
          column: 1,
          message: /^Heading `## 2026-03-01 - Postgres keeps the sessions` is/,
        },
      ],
    },
    {
      name: 'every heading at the depth of entries or above, of every style',
      files: {
        [PATH]: `${GOOD}
## 2/27/2025 - Redis

Text.

## [2026-07-25-190410] Queue

Text.

## [LRN-20260101-001] correction

Text.

# 2026

Another
===

Text.

Third
---

Text.

---
`,
      },
      expect: [
        { path: PATH, line: 9, message: /`## 2\/27\/2025 - Redis`/ },
        { path: PATH, line: 13, message: /`## \[2026-07-25-190410\] Queue`/ },
        { path: PATH, line: 17, message: /`## \[LRN-20260101-001\] correction`/ },
        { path: PATH, line: 21, message: /^2 headings like `# 2026` are not read as entries/ },
        { path: PATH, line: 28, message: /`## Third`/ },
      ],
    },
    {
      name: 'neighbouring headings of one shape, once, with their number',
      files: {
        [PATH]: `${GOOD}\n${Array.from({ length: 8 }, (_, i) => `## 2/${27 - i}/2025 - Part ${i}\n\nText.\n`).join('\n')}\n---\n`,
      },
      expect: [
        {
          path: PATH,
          line: 9,
          message: /^8 headings like `## 2\/27\/2025 - …` are not read as entries: the form/,
        },
      ],
    },
    {
      name: 'headings of one shape on both sides of an entry, for each side',
      files: { [PATH]: `${GOOD}\n## 2026\n\n${GOOD.replaceAll('05] Good', '06] Better')}\n## 2027\n\n---\n` },
      expect: [
        { path: PATH, line: 9, message: /^Heading `## 2026` is/ },
        { path: PATH, line: 19, message: /^Heading `## 2027` is/ },
      ],
    },
    {
      name: 'a heading right under a comment by itself, for the comment may be about it alone',
      files: {
        [PATH]: `${GOOD}\n## 2026\n\n<!-- memkeep-disable-next-line entry-heading -- a section -->\n## 2027\n\n## 2028\n\n---\n`,
      },
      expect: [
        { path: PATH, line: 9, message: /^Heading `## 2026` is/ },
        { path: PATH, line: 14, message: /^Heading `## 2028` is/ },
      ],
    },
    {
      name: 'a date or an id in a heading above the first entry',
      files: {
        [PATH]: `# Lessons

## March 3rd, 2026: the cache

Text.

## 3 Mar 2026

Text.

## ADR-12: queues

Text.

## 27.2.2025

Text.

${GOOD}`,
      },
      expect: [
        { path: PATH, line: 3, message: /`## March 3rd, 2026: the cache`/ },
        { path: PATH, line: 7, message: /`## 3 Mar 2026`/ },
        { path: PATH, line: 11, message: /`## ADR-12: queues`/ },
        { path: PATH, line: 15, message: /`## 27\.2\.2025`/ },
      ],
    },
    {
      name: 'headings of depth 3 in a log without any entry',
      files: { [PATH]: '# Lessons\n\n### Workers hang\n\nThey do.\n' },
      expect: [
        { path: PATH, line: 3, message: /is not read as an entry: the form is `### \[YYYY-MM-DD\] Title`/ },
      ],
    },
    {
      name: 'dated headings in a log without any entry',
      files: {
        [PATH]: ['## 2026-01-05 - One', '### Why', '## 2026-01-06 - Two', '### Why', '# 2026-01-07']
          .map((heading) => `${heading}\n\nText.\n`)
          .join('\n'),
      },
      expect: [
        { path: PATH, line: 1, message: /^2 headings like `## 2026-01-05 - …` are not read as entries/ },
        { path: PATH, line: 17, message: /^Heading `# 2026-01-07` is not read as an entry/ },
      ],
    },
    {
      name: 'no space behind the marks, but not in a fence',
      files: {
        [PATH]: `${GOOD}\n###[2026-01-06] Two\n${REST.replace('The body.', '```\n###[2026-01-07] x\n```')}`,
      },
      expect: [{ path: PATH, line: 9, column: 1, message: /^The marks ### have no plain space behind them/ }],
      fixed: {
        [PATH]: `${GOOD}\n### [2026-01-06] Two\n${REST.replace('The body.', '```\n###[2026-01-07] x\n```')}`,
      },
    },
    {
      name: 'a no-break space behind the marks',
      files: { [PATH]: `${GOOD}\n###\u00a0[2026-01-06] Two\n${REST}` },
      expect: [{ path: PATH, line: 9, column: 1, message: /have no plain space behind them/ }],
      fixed: { [PATH]: `${GOOD}\n### [2026-01-06] Two\n${REST}` },
    },
    {
      name: 'a missing title',
      files: { [PATH]: `### [2026-01-05]\n${REST}\n### [2026-01-06] –\n${REST}` },
      expect: [
        { path: PATH, line: 1, column: 1, message: /entry of 2026-01-05 has no title/ },
        { path: PATH, line: 9, message: /entry of 2026-01-06 has no title/ },
      ],
    },
    {
      name: 'an archive',
      files: { 'user/memory/workspaces/shop/_archive/lessons-2025.md': `${GOOD}\n### Details\n` },
      expect: [{ path: 'user/memory/workspaces/shop/_archive/lessons-2025.md', line: 9 }],
    },
  ],
})
