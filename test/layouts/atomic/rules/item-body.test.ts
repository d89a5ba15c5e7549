import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const PATH = 'memory/facts/editor.md'
const FIELDS = { id: 'fact-0009', title: 'Editor' }

ruleTest('item-body', {
  valid: [
    { name: 'a sentence', files: { [PATH]: item(FIELDS, 'Uses two spaces.\n') } },
    {
      name: 'a sentence under a heading',
      files: { [PATH]: item(FIELDS, '# Editor\n\nUses two spaces.\n') },
    },
    { name: 'a list, a table or code alone', files: { [PATH]: item(FIELDS, '```\nset sw=2\n```\n') } },
    { name: 'CRLF', files: { [PATH]: item(FIELDS, 'Uses two spaces.\n').replaceAll('\n', '\r\n') } },
    {
      name: 'README.md and INDEX.md, which are no items',
      files: { 'memory/facts/README.md': '', 'memory/tasks/archive/index.md': '# Tasks\n' },
    },
  ],
  invalid: [
    {
      name: 'nothing at all, at the title',
      files: { [PATH]: item(FIELDS, '') },
      expect: [{ path: PATH, line: 4, column: 8, severity: 'error', message: /item has no text/ }],
    },
    {
      name: 'nothing after the last dash of the front matter',
      files: { [PATH]: item(FIELDS, '').trimEnd() },
      expect: [{ path: PATH, line: 4 }],
    },
    {
      name: 'blanks, comments, breaks and headings',
      files: {
        'memory/decisions/archive/old.md': item(
          { id: 'dec-0009', title: 'Editor' },
          '# Editor\n\n<!-- later -->\n\n---\n\nEditor\n------\n   \n',
        ),
      },
      expect: [
        { path: 'memory/decisions/archive/old.md', line: 4 },
        { path: 'memory/decisions/archive/old.md', line: 3, rule: 'archive-finished' },
      ],
    },
    {
      name: 'a body with nothing in a file without front matter',
      files: { [PATH]: '\n# Editor\n' },
      expect: [
        { path: PATH, line: 1 },
        {
          path: PATH,
          line: 1,
          rule: 'schema',
          message: /has no front matter with id, title, created/,
        },
      ],
    },
  ],
})
