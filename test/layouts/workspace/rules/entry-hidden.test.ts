import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const entry = (day: string, body: string): string =>
  `### [2026-01-${day}] Title ${day}\n\n**Category:** debugging\n\n${body}\n\n---\n\n`

ruleTest('entry-hidden', {
  valid: [
    {
      name: 'an example in a closed fence',
      files: { [PATH]: entry('01', '~~~md\n### [2026-01-09] x\n~~~') },
    },
    {
      name: 'an entry in a closed comment',
      files: { [PATH]: entry('01', 'a\n\n<!--\n### [2026-01-09] x\n-->') },
    },
    {
      name: 'a fence in a list that ends with the list',
      files: { [PATH]: entry('01', '- item\n\n  ```\n  open\n\nText.') + entry('02', 'Body.') },
    },
    {
      name: 'an example with another fence, in a longer fence',
      files: { [PATH]: entry('01', '````md\n### [2026-01-09] x\n\n```sh\nls\n```\n````') },
    },
    {
      name: 'HTML that a blank line ends',
      files: { [PATH]: entry('01', '<div>\nopen') + entry('02', 'Body.') },
    },
  ],
  invalid: [
    {
      name: 'entries below an open fence',
      files: { [PATH]: entry('01', 'Run:\n\n```bash\npnpm install') + entry('02', 'b') + entry('03', 'c') },
      expect: [
        {
          path: PATH,
          line: 12,
          column: 1,
          severity: 'error',
          message: /The entry is inside a fence that opens in line 7 and is never closed/,
        },
        { path: PATH, line: 20, message: /opens in line 7/ },
      ],
    },
    {
      name: 'a whole log inside a comment that is never closed, with CRLF',
      files: { [PATH]: `# Lessons\n\n<!-- intro\n\n${entry('01', 'a')}`.replaceAll('\n', '\r\n') },
      expect: [{ path: PATH, line: 5, message: /inside an HTML block that opens in line 3/ }],
    },
    {
      name: 'an entry below a pre element that is never closed',
      files: { [PATH]: `${entry('01', '<pre>\nx')}${entry('02', 'b')}` },
      expect: [{ path: PATH, line: 10 }],
    },
    {
      name: 'an entry straight below HTML',
      files: {
        [PATH]: `${entry('01', '<details>\n\nx\n\n---\n\n</details>').replace('</details>\n\n---\n\n', '</details>\n')}${entry('02', 'b')}`,
      },
      expect: [
        {
          path: PATH,
          line: 12,
          message: /inside an HTML block that opens in line 11 and is not closed above/,
        },
      ],
    },
    {
      name: "an entry in a fence that is closed by a later entry's fence",
      files: { [PATH]: entry('01', '```sh\nls') + entry('02', '```sh\nls\n```') + entry('03', 'c') },
      expect: [
        { path: PATH, line: 10, message: /inside a fence that opens in line 5 and is not closed above/ },
      ],
    },
    {
      name: 'an entry in a comment that is closed by a later comment',
      files: { [PATH]: entry('01', 'a\n\n<!-- note') + entry('02', 'b\n\n<!-- x -->') + entry('03', 'c') },
      expect: [{ path: PATH, line: 11, message: /inside an HTML block that opens in line 7/ }],
    },
  ],
})
