import { expect, test } from 'vitest'
import { grouped, pageText } from '../../../src/reporters/html-report/elements.ts'

test('text is shown in one line, nothing unseen', () => {
  expect(pageText('a\u001bb\nc\u202e')).toBe('a\\u001bb\\u000ac\\u202e')
})

test('long text is cut, between characters', () => {
  expect(pageText('abcdef', 6)).toBe('abcdef')
  expect(pageText('abcdefg', 6)).toBe('abcdef…')
  expect(pageText('abcde😀fg', 6)).toBe('abcde…')
  expect(pageText('abcd😀efg', 6)).toBe('abcd😀…')
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [1234567, '1,234,567'],
  [-1234, '-1,234'],
  [1234.5678, '1234.5678'],
])('%d is grouped as %s', (number, text) => {
  expect(grouped(number)).toBe(text)
})
