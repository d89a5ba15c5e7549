import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../src/core/text.ts'
import { findConflicts } from '../../src/formats/conflict-markers.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'

const lines = (text: string, markdown = true): string[] =>
  findConflicts(text, lineStarts(text), markdown ? parseMarkdown(text, 0) : null).map(
    ({ start, end, firstLine, lastLine }) => `${firstLine}-${lastLine} ${text.slice(start, end)}`,
  )

const CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\n'

/** The same with markers of another length, as the attribute `conflict-marker-size` asks for. */
const sized = (size: number, text = CONFLICT): string =>
  text.replaceAll(/^([<=>|])\1{6}/gm, (_, mark: string) => mark.repeat(size))

describe('finds', () => {
  test.each([
    ['a conflict', `x\n${CONFLICT}`, ['2-6 <<<<<<< HEAD']],
    ['two conflicts', CONFLICT + CONFLICT, ['1-5 <<<<<<< HEAD', '6-10 <<<<<<< HEAD']],
    [
      'a conflict with its base',
      '<<<<<<< HEAD\na\n||||||| 1a2b3c4\nb\n=======\nc\n>>>>>>> topic\n',
      ['1-7 <<<<<<< HEAD'],
    ],
    ['CRLF', CONFLICT.replaceAll('\n', '\r\n'), ['1-5 <<<<<<< HEAD']],
    ['an opening without an end', '<<<<<<< HEAD\na\n', ['1-1 <<<<<<< HEAD']],
    ['an end without an opening', 'a\n=======\nb\n>>>>>>> topic\n', ['4-4 >>>>>>> topic']],
    ['two openings', `<<<<<<< one\n${CONFLICT}`, ['1-1 <<<<<<< one', '2-6 <<<<<<< HEAD']],
    [
      'one that a fence of one side runs out of',
      '<<<<<<< HEAD\n```js\na\n=======\n```js\nb\n>>>>>>> topic\n```\n',
      ['1-7 <<<<<<< HEAD'],
    ],
    ['one below a fence that was never closed', `\`\`\`js\n${CONFLICT}`, ['2-6 <<<<<<< HEAD']],
    ...[8, 10, 32, 200].map((size): [string, string, string[]] => [
      `markers of ${size} characters`,
      `a\n${sized(size)}b\n`,
      [`2-6 ${'<'.repeat(size)} HEAD`],
    ]),
    ['longer markers with CRLF', sized(10).replaceAll('\n', '\r\n'), [`1-5 ${'<'.repeat(10)} HEAD`]],
    [
      'longer markers with their base',
      sized(10, '<<<<<<< HEAD\na\n||||||| 1a2b3c4\nb\n=======\nc\n>>>>>>> topic\n'),
      [`1-7 ${'<'.repeat(10)} HEAD`],
    ],
    ['markers without labels', '<<<<<<<\na\n=======\nb\n>>>>>>>\n', ['1-5 <<<<<<<']],
    [
      'a conflict inside of a longer one once',
      sized(10).replace('ours\n', CONFLICT),
      ['1-9 <<<<<<<<<< HEAD'],
    ],
    ['a longer conflict inside of one once', CONFLICT.replace('ours\n', sized(9)), ['1-9 <<<<<<< HEAD']],
    ['two of different lengths', sized(9) + CONFLICT, ['1-5 <<<<<<<<< HEAD', '6-10 <<<<<<< HEAD']],
    ['a second opening of longer markers, from it', `<<<<<<<< one\n${sized(8)}`, ['2-6 <<<<<<<< HEAD']],
    ['an opening with an empty label', '<<<<<<< \na\n', ['1-1 <<<<<<<']],
    ['an opening whose end has no label', '<<<<<<< HEAD\na\n>>>>>>>\n', ['1-1 <<<<<<< HEAD']],
    ['one inside HTML', `<details>\n${CONFLICT}</details>\n`, ['2-6 <<<<<<< HEAD']],
  ])('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })
})

describe('leaves alone', () => {
  test.each([
    ['an underlined heading', 'Title\n=======\n\ntext\n'],
    ['underlines of ten', 'Title\n==========\n\n>>>>>>>>>> quote\n\n<<<<<<<<<< x\n'],
    ['longer markers without a middle', '<<<<<<<<<< a\nx\n>>>>>>>>>> b\n'],
    ['longer markers without an end', '<<<<<<<<<< a\nx\n==========\ny\n'],
    ['longer markers without an opening', 'x\n==========\ny\n>>>>>>>>>> b\n'],
    ['longer markers of different lengths', '<<<<<<<<<< a\n=========\n========\n>>>>>>>>>> b\n'],
    ['longer markers in another order', '==========\n<<<<<<<<<< a\n>>>>>>>>>> b\n==========\n'],
    ['a middle with text behind it', '<<<<<<<<<< a\n========== x\n>>>>>>>>>> b\n'],
    ['shorter markers', sized(6)],
    ['indented markers', sized(10).replaceAll(/^/gm, ' ')],
    ['an example of longer markers in a fence', `\`\`\`diff\n${sized(10)}\`\`\`\n`],
    ['a table of empty cells', '||||||| x |\n|---|---|\n'],
    ['a deep quote', '>>>>>>>> eight\n>>>>>> six\n'],
    ['marks in the middle of a line', 'Git writes <<<<<<< HEAD and >>>>>>> topic.\n'],
    ['marks without a label', '<<<<<<<\n>>>>>>>\n'],
    ['an example in a fence', `\`\`\`diff\n${CONFLICT}\`\`\`\n`],
    ['an example in a comment', `<!--\n${CONFLICT}-->\n`],
    ['an example in HTML that is shown as it is', `<pre>\n${CONFLICT}</pre>\n`],
  ])('%s', (_, text) => {
    expect(lines(text)).toEqual([])
  })
})

test('without Markdown a fence is only text', () => {
  expect(lines(`a: |\n\`\`\`\n${CONFLICT}\`\`\`\n`, false)).toEqual(['3-7 <<<<<<< HEAD'])
})
