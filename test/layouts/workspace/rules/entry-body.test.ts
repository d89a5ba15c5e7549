import { ruleTest } from '../../../helpers/rule-test.ts'

const PATH = 'user/memory/workspaces/shop/lessons.md'

const entry = (body: string): string =>
  `### [2026-01-05] Title\n\n**Category:** debugging\n\n${body}\n\n---\n`

ruleTest('entry-body', {
  valid: [
    { name: 'one word', files: { [PATH]: entry('Why.') } },
    { name: 'nothing but a fence', files: { [PATH]: entry('```\nx\n```') } },
    { name: 'text next to a comment', files: { [PATH]: entry('<!-- a --> text <!-- b -->') } },
    { name: 'text between breaks', files: { [PATH]: entry('---\n\ntext\n\n---') } },
  ],
  invalid: [
    {
      name: 'labels alone',
      files: { [PATH]: entry('') },
      expect: [{ path: PATH, line: 1, column: 1, severity: 'error', message: /The entry has no text/ }],
    },
    {
      name: 'nothing but comments and breaks',
      files: { [PATH]: entry('<!-- to do -->\n\n---\n\n<!-- later -->') },
      expect: [{ path: PATH, line: 1 }],
    },
    {
      name: 'the next entry right behind the labels',
      files: { [PATH]: `### [2026-01-04] First\n\n**Category:** debugging\n\n${entry('Why.')}` },
      expect: [
        { path: PATH, line: 1 },
        { path: PATH, line: 1, rule: 'entry-separator' },
      ],
    },
  ],
})
