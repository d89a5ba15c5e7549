import { ruleTest } from '../../../helpers/rule-test.ts'
import { item } from '../items.ts'

const PATH = 'memory/facts/editor.md'
const FIELDS = { id: 'fact-0009', title: 'Editor' }
const SECOND = item({ id: 'fact-0010', title: 'Shell' }, 'Uses fish.\n')
const files = (body: string) => ({ [PATH]: item(FIELDS, body) })

ruleTest('one-item', {
  valid: [
    {
      name: 'a text with breaks and underlined headings',
      files: files('One.\n\n---\n\nTwo\n---\n\nThree.\n'),
    },
    { name: 'an example in a fence', files: files(`Written so:\n\n\`\`\`\n${SECOND}\`\`\`\n`) },
    { name: 'an example in a comment', files: files(`Text.\n\n<!--\n${SECOND}-->\n`) },
    { name: 'an example that is indented', files: files(`Text.\n\n${SECOND.replaceAll(/^/gm, '    ')}\n`) },
    { name: 'a block without an id', files: files('Text.\n\n---\nmood: good\n---\n\nMore.\n') },
    {
      name: 'a line of an id between prose',
      files: files('Text.\n\n---\n\nid: fact-0010 is the shell.\n\n---\n'),
    },
  ],
  invalid: [
    {
      name: 'a second item below the first',
      files: files(`Uses two spaces.\n\n${SECOND}`),
      expect: [
        {
          path: PATH,
          line: 9,
          severity: 'error',
          message: /^The file holds a second item, fact-0010$/,
        },
      ],
    },
    {
      name: 'two more, with CRLF, and straight below a text',
      files: {
        [PATH]: item(FIELDS, `Text.\n${SECOND}${SECOND.replace('10', '11')}`).replaceAll('\n', '\r\n'),
      },
      expect: [
        { path: PATH, line: 8, message: /fact-0010/ },
        { path: PATH, line: 15, message: /fact-0011/ },
      ],
    },
    {
      name: 'nothing more of one straight below the front matter',
      files: { [PATH]: `${item(FIELDS, '').trimEnd()}\n${SECOND}` },
      expect: [{ path: PATH, line: 6, rule: 'front-matter-position' }],
    },
  ],
})
