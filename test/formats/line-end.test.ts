import { expect, test } from 'vitest'
import { gapBehind, lineEndOf, withBlock } from '../../src/formats/line-end.ts'

test.each([
  ['', '\n'],
  ['one line', '\n'],
  ['a\r\nb\n', '\r\n'],
  ['a\nb\r\n', '\n'],
  ['a\rb', '\r'],
])('the first line end of %j is %j', (text, expected) => {
  expect(lineEndOf(text)).toBe(expected)
})

test.each([
  ['', ''],
  ['\ufeff', ''],
  ['  \t', ''],
  ['text', '--'],
  ['text\n', '-'],
  ['text\r\n', '-'],
  ['text\r', '-'],
  ['text\n\n', ''],
  ['text\r\n\r\n', ''],
  ['text\n \t\n', ''],
  ['text\r\r', ''],
])('behind %j a paragraph needs %j', (text, expected) => {
  expect(gapBehind(text, '-')).toBe(expected)
})

test.each([
  ['', 'x\ny\n', 'x\ny\n'],
  ['a', 'x\n', 'a\n\nx\n'],
  ['a\n', 'x\n', 'a\n\nx\n'],
  ['a\n\n', 'x\n', 'a\n\nx\n'],
  ['\ufeffa\r\n', 'x\ny\n', '\ufeffa\r\n\r\nx\r\ny\r\n'],
  ['a  \nb', 'x', 'a  \nb\n\nx'],
])('%j gets a block as its last paragraph', (text, block, expected) => {
  expect(withBlock(text, block)).toBe(expected)
})
