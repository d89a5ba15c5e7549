import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../src/core/place.ts'
import { findConflicts } from '../../src/formats/conflict-markers.ts'
import { parseMarkdown } from '../../src/formats/markdown/parse-markdown.ts'

const lines = (text: string, markdown = true): string[] =>
  findConflicts(text, lineStarts(text), markdown ? parseMarkdown(text, 0) : null).map(
    ({ start, end, firstLine, lastLine }) => `${firstLine}-${lastLine} ${text.slice(start, end)}`,
  )

const CONFLICT = '<<<<<<< HEAD\nours\n=======\ntheirs\n>>>>>>> topic\n'

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
    ['one inside HTML', `<details>\n${CONFLICT}</details>\n`, ['2-6 <<<<<<< HEAD']],
  ])('%s', (_, text, expected) => {
    expect(lines(text)).toEqual(expected)
  })
})

describe('leaves alone', () => {
  test.each([
    ['an underlined heading', 'Title\n=======\n\ntext\n'],
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
