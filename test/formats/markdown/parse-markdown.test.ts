import { describe, expect, test } from 'vitest'
import type { Markdown } from '../../../src/core/source.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'

/** Parses with both engines, which must agree. */
function parse(text: string, start = 0): Markdown {
  const markdown = parseMarkdown(text, start)
  expect(parseMarkdown(text, start, 'remark')).toEqual(markdown)
  return markdown
}

/** The source of every range. */
function sources(text: string, ranges: readonly { start: number; end: number }[]): string[] {
  return ranges.map(({ start, end }) => text.slice(start, end))
}

describe('headings', () => {
  test('give depth, text without marks, style and place', () => {
    const text = '# One\n\n  ## Two ##  \n\nThree\n`x` y\n---\n'
    expect(parse(text).headings).toMatchObject([
      { depth: 1, text: 'One', style: 'atx', topLevel: true, start: 0, end: 5 },
      { depth: 2, text: 'Two', style: 'atx', place: { line: 3, column: 3, endLine: 3, endColumn: 14 } },
      { depth: 2, text: 'Three\n`x` y', style: 'setext', start: 22, end: 37 },
    ])
  })

  test.each([
    ['#', ''],
    ['# #', ''],
    ['### a#', 'a#'],
    ['# a \\#', 'a \\#'],
    ['#\ta\t#\t', 'a'],
    ['# [a](b) <b>c</b> #', '[a](b) <b>c</b>'],
    ['# \u00a0a', '\u00a0a'],
  ])('%j has the text %j', (text, expected) => {
    expect(parse(text).headings.map((heading) => heading.text)).toEqual([expected])
  })

  test('are no headings in code and HTML', () => {
    expect(parse('```\n# a\n```\n\n    # b\n\n<div>\n# c\n</div>\n\n<!--\n# d\n-->\n').headings).toEqual([])
  })

  test('say when they are in a quote or list', () => {
    const { headings } = parse('> # a\n\n- # b\n  text\n\n# c\n')
    expect(headings.map(({ text, topLevel }) => [text, topLevel])).toEqual([
      ['a', false],
      ['b', false],
      ['c', true],
    ])
  })

  test('in a list, a link in one included', () => {
    const { headings, destinations } = parse('1. a\n\n   ## See [b](c)\n')
    expect(headings).toMatchObject([{ depth: 2, text: 'See [b](c)', topLevel: false }])
    expect(destinations).toMatchObject([{ target: 'c', place: { line: 3, column: 11 } }])
  })
})

describe('breaks', () => {
  test('are thematic breaks at the top level, not underlines', () => {
    const text = 'a\n\n---\n\n* * *\n\nb\n---\n\n> ---\n\n- ***\n'
    expect(sources(text, parse(text).breaks)).toEqual(['---', '* * *'])
  })

  test('may follow a list without a blank line', () => {
    expect(parse('- a\n---\n').breaks).toHaveLength(1)
  })
})

describe('blocks', () => {
  test('at the top level are of every type', () => {
    const text = '```js\na\n```\n\n    b\n\n<p>\nc\n</p>\n\n> d\n\n1. e\n'
    const { blocks } = parse(text)
    expect(blocks.map(({ type }) => type)).toEqual(['fence', 'indented-code', 'html', 'quote', 'list'])
    expect(blocks.every(({ closed }) => closed)).toBe(true)
    expect(sources(text, blocks)[0]).toBe('```js\na\n```')
  })

  test('inside others are fences and HTML only', () => {
    const { blocks } = parse('- a\n  - b\n\n    ~~~\n    c\n    ~~~\n  > d\n\n> <p>\n> - e\n')
    expect(blocks.map(({ type }) => type)).toEqual(['list', 'fence', 'quote', 'html'])
  })

  test.each([
    ['a fence', '# a\n\n```\n### [2026-01-01] b\n', 5],
    ['a longer fence', '````\n```\n', 0],
    ['a fence with another mark', '~~~\n```\n', 0],
    ['a comment', 'a\n\n<!-- b\n\n# c\n', 3],
    ['a script', '<script>\nb\n\n# c\n', 0],
    ['an instruction', '<?php\n\n# c\n', 0],
    ['a declaration', '<!X\n\n# c\n', 0],
    ['character data', '<![CDATA[\n\n# c\n', 0],
  ])('%s that nothing closes runs to the end', (_, text, start) => {
    expect(parse(text).blocks).toMatchObject([{ start, end: text.length, closed: false }])
  })

  test('that end with their container are not closed', () => {
    expect(parse('> ```\n> a\n\n- <!-- b\n\n# c\n').blocks).toMatchObject([
      { type: 'quote', closed: true },
      { type: 'fence', closed: false },
      { type: 'list', closed: true },
      { type: 'html', closed: false },
    ])
  })

  test('of HTML that blank lines end are closed', () => {
    expect(parse('<div>\na\n\nb\n').blocks).toMatchObject([{ type: 'html', start: 0, end: 7, closed: true }])
  })
})

describe('tasks', () => {
  test('are items that start with a box', () => {
    const { tasks } = parse('- [ ] a\n- [x] b\n  1. [X] c\n- [y] d\n- [ ]\n- [x]e\n- f [ ] g\n\n[ ] h\n')
    expect(tasks).toEqual([
      { checked: false, place: { line: 1, column: 3, endLine: 1, endColumn: 6 } },
      { checked: true, place: { line: 2, column: 3, endLine: 2, endColumn: 6 } },
      { checked: true, place: { line: 3, column: 6, endLine: 3, endColumn: 9 } },
    ])
  })

  test('are none in code', () => {
    expect(parse('```\n- [ ] a\n```\n\n- ```\n  - [ ] b\n  ```\n').tasks).toEqual([])
  })
})

describe('comments', () => {
  test('are found between blocks and in text, with what they say', () => {
    const text = '<!-- budget: 50 lines -->\n\na <!--b--> c\n\n- d\n  <!-- e\n  f --> g\n'
    const { comments } = parse(text)
    expect(comments.map((comment) => comment.text)).toEqual([' budget: 50 lines ', 'b', ' e\n  f '])
    expect(sources(text, comments)[1]).toBe('<!--b-->')
    expect(comments[1]?.place).toEqual({ line: 3, column: 3, endLine: 3, endColumn: 11 })
  })

  test('are none in code, and none without an end', () => {
    expect(parse('`<!-- a -->` b\n\n    <!-- c -->\n\n```\n<!-- d -->\n```\n\n<!-- e\n').comments).toEqual([])
  })

  test('several in one block, empty ones included', () => {
    const { comments } = parse('<!-- a --><!--> <!---> <!----> <!-- b -->\n')
    expect(comments.map(({ text }) => text)).toEqual([' a ', '', '', '', ' b '])
  })
})

describe('destinations', () => {
  test('are those of links, images, autolinks and definitions', () => {
    const { destinations } = parse('[a](b "t") ![c](<d e>) <http://f.g>\n[h][i] [j]\n\n[i]: k\\_l%20m\n')
    expect(destinations.map(({ target }) => target)).toEqual(['b', 'd e', 'http://f.g', 'k_l%20m'])
    expect(destinations[1]?.place).toEqual({ line: 1, column: 12, endLine: 1, endColumn: 23 })
  })

  test('are none in code', () => {
    expect(parse('`[a](b)` `` ` [c](d) ``\n\n    [e](f)\n').destinations).toEqual([])
  })

  test('of images in links: both', () => {
    expect(parse('[![a](b)](c)').destinations.map(({ target }) => target)).toEqual(['c', 'b'])
  })

  test('do not count where a reference is in the text of the link', () => {
    const link = '[a [b] c](d)\n\n'
    expect(parse(link).destinations).toHaveLength(1)
    expect(parse(`${link}[b]: e\n`).destinations.map(({ target }) => target)).toEqual(['e'])
  })
})

describe('offsets and places', () => {
  test('are those of the whole text, front matter and byte order mark included', () => {
    const text = '\ufeff---\na: b\n---\n# c\n\n[d](e)\n'
    const { start, headings, destinations } = parse(text, 14)
    expect(start).toBe(14)
    expect(sources(text, headings)).toEqual(['# c'])
    expect(headings[0]?.place).toEqual({ line: 4, column: 1, endLine: 4, endColumn: 4 })
    expect(destinations[0]?.place).toEqual({ line: 6, column: 1, endLine: 6, endColumn: 7 })
  })

  test('count a text that only starts with a byte order mark from its second character', () => {
    expect(parse('\ufeff# a\n', 1).headings).toMatchObject([{ start: 1, end: 4, text: 'a' }])
    expect(parse('a\n\ufeff<b> c\n', 2).blocks).toEqual([])
  })

  test.each(['\n', '\r\n', '\r'])('count lines that end with %j', (end) => {
    const text = ['# a', '', '😀 [b](c)', '', '> ## d', ''].join(end)
    const { headings, destinations } = parse(text)
    expect(sources(text, headings)).toEqual(['# a', '## d'])
    expect(headings[1]?.place).toEqual({ line: 5, column: 3, endLine: 5, endColumn: 7 })
    expect(destinations[0]?.place).toEqual({ line: 3, column: 4, endLine: 3, endColumn: 10 })
  })

  test('of nothing are empty', () => {
    const empty = { headings: [], breaks: [], blocks: [], tasks: [], comments: [], destinations: [] }
    expect(parse('')).toEqual({ start: 0, ...empty })
    expect(parse('---\na: b\n---\n', 13)).toEqual({ start: 13, ...empty })
  })
})
