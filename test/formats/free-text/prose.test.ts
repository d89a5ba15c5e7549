import { expect, test } from 'vitest'
import { proseOf, withoutBlocks } from '../../../src/formats/free-text.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'

const TEXT =
  '---\na: b\n---\nText `code` and ``a ` b``, `x\n\ny`.\r\n\r\n<!-- c -->\n\n```\n`d`\n```\n\n    e\n\nEnd `f`\n'
const markdown = parseMarkdown(TEXT, 13)
const words = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

test('prose is what is no front matter, code or comment, at its own offsets', () => {
  const prose = proseOf(TEXT, markdown)
  expect(words(prose)).toBe('Text and , `x y`. End')
  expect(prose).toHaveLength(TEXT.length)
  expect(prose.indexOf('End')).toBe(TEXT.indexOf('End'))
  expect(prose.split('\n')).toHaveLength(TEXT.split('\n').length)
})

test('without blocks, code spans stay', () => {
  expect(words(withoutBlocks(TEXT, markdown))).toBe('Text `code` and ``a ` b``, `x y`. End `f`')
})

test('many marks that close nothing take no time', () => {
  const text = Array.from({ length: 600 }, (_, i) => '`'.repeat(i + 1)).join(' ')
  const start = performance.now()
  proseOf(text, parseMarkdown(text, 0))
  expect(performance.now() - start).toBeLessThan(5000)
})
