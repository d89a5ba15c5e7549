import { expect, test } from 'vitest'
import { gapBehind, lineEndOf } from '../../src/formats/line-end.ts'

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
