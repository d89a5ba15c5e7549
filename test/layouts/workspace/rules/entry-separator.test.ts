import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const head = (day: string): string => `### [2026-01-${day}] Title ${day}\n\n**Category:** debugging\n\n`
const entry = (day: string): string => `${head(day)}The body.\n\n---\n`

ruleTest('entry-separator', {
  valid: [
    { name: 'no blank line behind the separator', files: { [PATH]: `${entry('01')}${entry('02')}` } },
    { name: 'no line break at the end of the file', files: { [PATH]: entry('01').trimEnd() } },
    { name: 'more dashes', files: { [PATH]: entry('01').replace('---', '-----') } },
    { name: 'dashes straight behind a list', files: { [PATH]: `${head('01')}- one\n- two\n---\n` } },
    {
      name: 'a break inside the body',
      files: { [PATH]: `${head('01')}One.\n\n---\n\nTwo.\n\n---\n` },
    },
    {
      name: 'comments above an entry, which belong to that entry',
      files: {
        [PATH]: `${entry('01')}\n<!-- one -->\n\n<!-- two\nlines -->\n${entry('02')}\n<!-- a --> <!-- b -->\n\n<!-- c -->\n\n${entry('03')}`,
      },
    },
  ],
  invalid: [
    {
      name: 'nothing in an underlined heading inside the body, which another rule refuses',
      files: { [PATH]: `${head('01')}One.\n\n---\n\nPart\n---\n\nTwo.\n\n---\n` },
      expect: [{ path: PATH, line: 9, rule: 'entry-heading' }],
    },
    {
      name: 'nothing in a section heading between entries, which another rule refuses',
      files: {
        [PATH]: `${entry('01')}\n<!-- a --> <!-- b -->\n## Later\n\n<!-- c -->\n\n${entry('02')}`,
      },
      expect: [{ path: PATH, line: 10, rule: 'entry-heading' }],
    },
    {
      name: 'nothing in an entry with a separator above a heading that is not read as an entry',
      files: { [PATH]: `${entry('01')}\n## 2026-02-10 - Use pnpm\n\nIt is fast.\n` },
      expect: [{ path: PATH, line: 9, rule: 'entry-heading' }],
    },
    {
      name: 'nothing there, where further breaks and headings follow',
      files: {
        [PATH]: `${entry('01')}\n## Use pnpm\n\nIt is fast.\n\n---\n\n## 2026-02-11 Use it\n\nMore.\n\n${entry('02')}`,
      },
      expect: [
        { path: PATH, line: 9, rule: 'entry-heading' },
        { path: PATH, line: 15, rule: 'entry-heading' },
      ],
    },
    {
      name: 'no separator above such a heading: where the entry ends is known once the heading is right',
      files: { [PATH]: `${head('01')}One.\n\n## 2026-02-10 - Use pnpm\n\nIt is fast.\n` },
      expect: [
        { path: PATH, line: 1, message: /entry has no --- after its text/ },
        { path: PATH, line: 7, rule: 'entry-heading' },
      ],
      fixed: { [PATH]: `${head('01')}One.\n\n## 2026-02-10 - Use pnpm\n\nIt is fast.\n` },
    },
    {
      name: 'a comment above the next entry behind an entry without a separator',
      files: { [PATH]: `${head('01')}One.\n\n<!-- of the second -->\n${entry('02')}` },
      expect: [{ path: PATH, line: 1 }],
      fixed: { [PATH]: `${head('01')}One.\n\n---\n\n<!-- of the second -->\n${entry('02')}` },
    },
    {
      name: 'a comment close behind the text, CRLF',
      files: { [PATH]: `${head('01')}One.\n<!-- of the second -->\n${entry('02')}`.replaceAll('\n', '\r\n') },
      expect: [{ path: PATH, line: 1 }],
      fixed: {
        [PATH]: `${head('01')}One.\n\n---\n\n<!-- of the second -->\n${entry('02')}`.replaceAll('\n', '\r\n'),
      },
    },
    {
      name: 'a comment in a list, which belongs to the list',
      files: { [PATH]: `${head('01')}- one\n  <!-- of the item -->\n\n${entry('02')}` },
      expect: [{ path: PATH, line: 1 }],
      fixed: { [PATH]: `${head('01')}- one\n  <!-- of the item -->\n\n---\n\n${entry('02')}` },
    },
    {
      name: 'a missing separator between entries and at the end',
      files: { [PATH]: `${head('01')}One.\n\n${head('02')}Two.\n` },
      expect: [
        { path: PATH, line: 1, column: 1, severity: 'warning', message: /entry has no --- after its text/ },
        { path: PATH, line: 7 },
      ],
      fixed: { [PATH]: `${head('01')}One.\n\n---\n\n${head('02')}Two.\n\n---\n` },
    },
    {
      name: 'a heading close behind the text, and no line break at the end',
      files: { [PATH]: `${head('01')}One.  \n${head('02')}Two.` },
      expect: [
        { path: PATH, line: 1 },
        { path: PATH, line: 6 },
      ],
      fixed: { [PATH]: `${head('01')}One.  \n\n---\n\n${head('02')}Two.\n\n---\n` },
    },
    {
      name: 'CRLF',
      files: { [PATH]: `${head('01')}One.\n\n${head('02')}Two.\n---`.replaceAll('\n', '\r\n') },
      expect: [
        { path: PATH, line: 1 },
        { path: PATH, line: 12 },
      ],
      fixed: { [PATH]: `${head('01')}One.\n\n---\n\n${head('02')}Two.\n\n---`.replaceAll('\n', '\r\n') },
    },
    {
      name: 'dashes straight under text, inside the file and at its end',
      files: { [PATH]: `${head('01')}One\nline.\n---\n\n${head('02')}Two.\n  ----\n` },
      expect: [
        {
          path: PATH,
          line: 7,
          column: 1,
          severity: 'error',
          message: /--- is straight under a text line, which makes that text a heading/,
        },
        { path: PATH, line: 14, severity: 'error' },
      ],
      fixed: { [PATH]: `${head('01')}One\nline.\n\n---\n\n${head('02')}Two.\n\n  ----\n` },
    },
    {
      name: 'dashes straight under the labels',
      files: { [PATH]: `### [2026-01-01] One\n\n**Category:** debugging\n---\n` },
      expect: [
        { path: PATH, line: 4 },
        { path: PATH, line: 1, rule: 'entry-body' },
      ],
      fixed: { [PATH]: `### [2026-01-01] One\n\n**Category:** debugging\n\n---\n` },
    },
    {
      name: 'text behind the last break',
      files: { [PATH]: `${head('01')}One.\n\n---\n\nTwo.\n` },
      expect: [{ path: PATH, line: 1 }],
      fixed: { [PATH]: `${head('01')}One.\n\n---\n\nTwo.\n\n---\n` },
    },
    {
      name: 'a section heading behind an entry without a separator',
      files: { [PATH]: `${head('01')}One.\n\n## Later\n\n${entry('02')}` },
      expect: [
        { path: PATH, line: 1 },
        { path: PATH, line: 7, rule: 'entry-heading' },
      ],
      fixed: { [PATH]: `${head('01')}One.\n\n---\n\n## Later\n\n${entry('02')}` },
    },
    {
      name: 'stars for dashes',
      files: { [PATH]: entry('01').replace('---', '***') },
      expect: [
        { path: PATH, line: 7, severity: 'warning', message: /The entry ends with \*\*\*, not with ---/ },
      ],
      fixed: { [PATH]: entry('01') },
    },
    {
      name: 'an open fence, which no line can end',
      files: { [PATH]: `${head('01')}\`\`\`\ncode\n\n---\n` },
      expect: [{ path: PATH, line: 1, message: /entry has no --- after its text/ }],
      fixed: { [PATH]: `${head('01')}\`\`\`\ncode\n\n---\n` },
    },
  ],
})
