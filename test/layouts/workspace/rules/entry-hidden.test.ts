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
          message: /Unexpected entry inside a fence that opens in line 7 and is never closed/,
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
  ],
})
