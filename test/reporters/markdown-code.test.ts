import fc from 'fast-check'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { markdownCode, markdownProse } from '../../src/reporters/markdown-text.ts'

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] }

const parser = unified().use(remarkParse)

/** The one paragraph of a line of Markdown, by the types of what it holds. */
function inlines(markdown: string): readonly Node[] {
  const [block, ...more] = (parser.parse(`x ${markdown} x`) as Node).children ?? []
  expect([block?.type, more.length]).toEqual(['paragraph', 0])
  return block?.children ?? []
}

const NASTY = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({
    unit: fc.constantFrom(
      '`',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '!',
      '*',
      '_',
      '\\',
      '\n',
      ' ',
      '&',
      ';',
      'a',
      '#',
    ),
  }),
)

test.each([
  ['a', '`a`'],
  ['a`b', '``a`b``'],
  ['`', '`` ` ``'],
  ['', '(nothing)'],
  ['a\nb', '`a\\u000ab`'],
  [' a ', '`  a  `'],
])('%j as code is %j', (text, markdown) => {
  expect(markdownCode(text)).toBe(markdown)
})

test('code is one code span, whatever it holds', () => {
  fc.assert(
    fc.property(NASTY, (text) => {
      fc.pre(text.trim() !== '')
      expect(inlines(markdownCode(text)).map(({ type }) => type)).toEqual(['text', 'inlineCode', 'text'])
    }),
  )
})

test('prose is text, whatever it holds', () => {
  fc.assert(
    fc.property(NASTY, (text) => {
      expect(inlines(markdownProse(text)).map(({ type }) => type)).toEqual(['text'])
    }),
  )
})
