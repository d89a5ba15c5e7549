import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Block, readBlocks } from '../../../migrations/reading/blocks.ts'
import { runs } from '../../helpers/runs.ts'

const shown = (block: Block): string => {
  if (block.type === 'heading') return `${block.line} h${block.depth} ${block.text}`
  if (block.type === 'list')
    return `${block.line} list ${block.items.map(({ text, line, checked }) => `${line}${checked === null ? '' : checked ? 'x' : 'o'} ${text}`).join(', ')}`
  if (block.type === 'table')
    return `${block.line} table ${block.rows.map(({ cells, line }) => `${line} ${cells.join('/')}`).join(', ')}`
  return `${block.line} ${block.type} ${block.text}`
}
const read = (text: string, start = 0): string[] => readBlocks(text, start).map(shown)

describe('blocks', () => {
  test.each<[string, string, readonly string[]]>([
    ['headings', '# A #\n##\n####### B\n#C\n', ['1 h1 A', '2 h2 ', '3 paragraph ####### B\n#C']],
    ['underlined headings', 'A\n===\nB\n---\n\nc\nd\n---\n', ['1 h1 A', '3 h2 B', '6 paragraph c\nd']],
    ['paragraphs and breaks', 'a\nb\n\n***\n\nc\n', ['1 paragraph a\nb', '6 paragraph c']],
    ['quotes', '> a\n>b\n>\n> c\nd\n', ['1 quote a\nb\n\nc', '5 paragraph d']],
    [
      'lists',
      '- a\n  b\n\n  more\n- [ ] c\n    1. [X] d\nlazy\n\nend\n',
      ['1 list 1 a\nb, 5o c, 6x d\nlazy', '9 paragraph end'],
    ],
    ['a list behind text', 'a:\n- b\n- - -\nc', ['1 paragraph a:', '2 list 2 b', '4 paragraph c']],
    [
      'tables',
      'x\n\n| a | b \\| c |\n|:--|--:|\n| d | e\ne\n',
      ['1 paragraph x', '3 table 3 a/b \\| c, 5 d/e', '6 paragraph e'],
    ],
    ['code, comments and HTML', '```\n# a\n~~~\n```\n<!-- b\n\n# c -->\n<div>\n# d\n\n# e\n', ['11 h1 e']],
    ['an open fence', '````\n```\n# a\n', []],
    ['code in a list', '- a\n  ```\n- b\n  ```\n- c\n', ['1 list 1 a, 5 c']],
    ['nothing', '', []],
  ])('%s', (_, text, blocks) => {
    expect(read(text)).toEqual(blocks)
    expect(read(text.replaceAll('\n', '\r\n'))).toEqual(blocks)
  })

  test('lines are those of the whole text', () => {
    expect(read('---\na: 1\n---\n# A\n', 13)).toEqual(['4 h1 A'])
    expect(read('\ufeff# A\n', 1)).toEqual(['1 h1 A'])
  })

  test('any text is read, and every block is on its line', () => {
    const piece = fc.constantFrom(
      ...'# A|text|> q|- i|- [x] t|```|<!--|-->|===|---|\\| a \\| b \\||<p>|    x|'.split(/(?<!\\)\|/),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (lines) => {
        const text = lines.join('\n').replaceAll('\\|', '|')
        const blocks = readBlocks(text, 0)
        expect(blocks.map(({ line }) => line)).toEqual(
          [...new Set(blocks.map(({ line }) => line))].sort((a, b) => a - b),
        )
        for (const block of blocks) {
          const line = text.split('\n')[block.line - 1] ?? ''
          if (block.type === 'heading') expect(line).toContain(block.text)
          expect(line.trim()).not.toBe('')
        }
      }),
      { numRuns: runs(500) },
    )
  })
})
