import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Suppression } from '../../src/core/document.ts'
import { lineStarts } from '../../src/core/text.ts'
import { suppressionsOf } from '../../src/formats/comments.ts'
import { readFrontMatter } from '../../src/formats/front-matter.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'
import { parseYaml } from '../../src/formats/yaml/yaml.ts'

function inMarkdown(text: string): Suppression[] {
  const starts = lineStarts(text)
  const { frontMatter, bodyStart } = readFrontMatter(text, starts, 65_536)
  return suppressionsOf(text, starts, { markdown: parseMarkdown(text, bodyStart), data: frontMatter })
}

function inYaml(text: string): Suppression[] {
  const starts = lineStarts(text)
  const parsed = parseYaml(text, { start: 0, end: text.length }, starts)
  if ('problem' in parsed) throw new Error(parsed.problem.message)
  return suppressionsOf(text, starts, { markdown: null, data: parsed.data })
}

const covered = ({ rules, reason, firstLine, lastLine, unknown }: Suppression) =>
  `${rules.join(' ')} | ${reason} | ${firstLine}-${lastLine}${unknown === undefined ? '' : ` | ${unknown}`}`

describe('comments of Markdown', () => {
  test.each([
    ['a rule and a reason', 'x\n\n<!-- memkeep-disable a -- because -->\ny\n', ['a | because | 3-5']],
    ['several rules', 'x\n\n<!-- memkeep-disable a, b,c d -- because -->\n', ['a b c d | because | 3-4']],
    [
      'a reason with dashes',
      'x\n\n<!-- memkeep-disable a -- this -- and that -->',
      ['a | this -- and that | 3-3'],
    ],
    [
      'several lines',
      'x\n\n<!--\nmemkeep-disable-next-line a --\n  because\n  of it\n-->\ny\nz\n',
      ['a | because of it | 8-8'],
    ],
    ['no spaces around', 'x\n\n<!--memkeep-disable a -- because-->', ['a | because | 3-3']],
    ['the middle of a paragraph', 'x <!-- memkeep-disable-next-line a -- b --> y\nz', ['a | b | 2-2']],
    ['no reason', 'x\n\n<!-- memkeep-disable a -->', ['a |  | 3-3']],
    ['an empty reason', 'x\n\n<!-- memkeep-disable a -- -->', ['a |  | 3-3']],
    ['dashes without spaces', 'x\n\n<!-- memkeep-disable a --because -->', ['a --because |  | 3-3']],
    ['no rule', 'x\n\n<!-- memkeep-disable -- because -->', [' |  | 3-3']],
    [
      'an unknown form',
      'x\n\n<!-- memkeep-disable-line a -- because -->',
      [' |  | 3-3 | memkeep-disable-line'],
    ],
    ['an unknown keyword', 'x\n\n<!-- memkeep-enable a -->', [' |  | 3-3 | memkeep-enable']],
    ['a word that starts alike', 'x\n\n<!-- memkeep-disabled a -- b -->', [' |  | 3-3 | memkeep-disabled']],
    ['a long keyword', `x\n\n<!-- memkeep-${'y'.repeat(99)} -->`, [` |  | 3-3 | memkeep-${'y'.repeat(40)}`]],
    ['a colon', 'x\n\n<!-- memkeep-disable: a -- because -->', [' |  | 3-3 | memkeep-disable:']],
    [
      'two of them',
      '<!-- memkeep-disable a -- b --><!-- memkeep-disable c -- d -->',
      ['a | b | 1-1', 'c | d | 1-1'],
    ],
  ])('%s', (_, text, expected) => {
    expect(inMarkdown(text).map(covered)).toEqual(expected)
  })

  test.each([
    ['a fence', '```html\n<!-- memkeep-disable a -- b -->\n```\n'],
    ['indented code', 'x\n\n    <!-- memkeep-disable a -- b -->\n'],
    ['inline code', 'Write `<!-- memkeep-disable a -- b -->` above it.\n'],
    ['another comment', '<!-- budget: 50 lines -->\n'],
    ['words that only start alike', '<!-- memkeep a -- b -->\n<!-- memkeeper-disable a -- b -->\n'],
    ['a mention inside', '<!-- see memkeep-disable a -- b -->\n'],
  ])('leaves %s alone', (_, text) => {
    expect(inMarkdown(text)).toEqual([])
  })

  test('the next line is the one after the comment, and past blank lines the next with text', () => {
    const comment = '<!-- memkeep-disable-next-line a -- b -->'
    expect(inMarkdown(`${comment}\ny\nz`).map(covered)).toEqual(['a | b | 2-2'])
    expect(inMarkdown(`${comment}\n\n \t\n### y\nz`).map(covered)).toEqual(['a | b | 2-4'])
    expect(inMarkdown(`${comment}\r\n\r\ny\r\n`).map(covered)).toEqual(['a | b | 2-3'])
    expect(inMarkdown(`${comment}\n\n\n`).map(covered)).toEqual(['a | b | 2-2'])
    expect(inMarkdown(comment).map(covered)).toEqual(['a | b | 2-2'])
  })

  test('at the top, after nothing but comments, it covers the whole file and its front matter', () => {
    const head = '---\nname: x\n---\n'
    expect(inMarkdown(`${head}<!-- memkeep-disable a -- b -->\ny`).map(covered)).toEqual(['a | b | 1-5'])
    expect(
      inMarkdown(`${head}\n<!-- budget: 50 lines -->\n\n<!-- memkeep-disable a -- b -->\n`).map(covered),
    ).toEqual(['a | b | 1-8'])
    expect(inMarkdown(`${head}# y\n<!-- memkeep-disable a -- b -->`).map(covered)).toEqual(['a | b | 5-5'])
    expect(inMarkdown('\ufeff<!-- memkeep-disable a -- b -->').map(covered)).toEqual(['a | b | 1-1'])
  })

  test('the place is that of the comment', () => {
    expect(inMarkdown('# y\n\n<!-- memkeep-disable a\n-- b -->\n')[0]?.place).toEqual({
      line: 3,
      column: 1,
      endLine: 4,
      endColumn: 9,
    })
  })
})

describe('comments of YAML', () => {
  test.each([
    ['the rest of the file', 'a: 1\n# memkeep-disable x -- y\nb: 2\n', ['x | y | 2-4']],
    ['the next line', 'a: 1\n# memkeep-disable-next-line x -- y\nb: 2\n', ['x | y | 3-3']],
    ['the end of a line', 'a: 1 # memkeep-disable x -- y\nb: 2\n', ['x | y | 1-3']],
    ['the whole file', '# made by hand\n\n# memkeep-disable x -- y\na: 1\n', ['x | y | 1-5']],
    ['the whole file after dashes', '---\n# memkeep-disable x -- y\na: 1\n', ['x | y | 1-4']],
    ['two hashes', 'a: 1\n## memkeep-disable x -- y\n', []],
    ['a string', 'a: "# memkeep-disable x -- y"\nb: |\n  # memkeep-disable x -- y\n', []],
  ])('%s', (_, text, expected) => {
    expect(inYaml(text).map(covered)).toEqual(expected)
  })

  test('in front matter it covers the text as well', () => {
    const text = '---\nname: x\n# memkeep-disable x -- y\nstatus: z\n---\nbody\n'
    expect(inMarkdown(text).map(covered)).toEqual(['x | y | 3-7'])
    expect(inMarkdown('---\n# memkeep-disable x -- y\nname: x\n---\n').map(covered)).toEqual(['x | y | 1-5'])
  })
})

test('nothing parsed gives nothing', () => {
  const text = '<!-- memkeep-disable a -- b -->'
  expect(suppressionsOf(text, lineStarts(text), { markdown: null, data: null })).toEqual([])
})

test('whatever a comment says, its lines lie in order and its text is one line', () => {
  const words = fc.array(
    fc.constantFrom('memkeep-disable', '-next-line', '--', ' ', '\n', 'a', ',', '\u2028'),
  )
  fc.assert(
    fc.property(words, (parts) => {
      const text = `x\n\n<!--memkeep-disable${parts.join('')}-->\n\ny\n`
      for (const { firstLine, lastLine, reason, rules } of inMarkdown(text)) {
        expect(firstLine).toBeGreaterThan(0)
        expect(lastLine).toBeGreaterThanOrEqual(firstLine)
        expect(reason).not.toMatch(/[\n\r]/)
        if (rules.length === 0) expect(reason).toBe('')
      }
    }),
  )
})
