import { expect, test } from 'vitest'
import { grouped } from '../../../src/reporters/html-report/grouped.ts'
import { shown } from '../../../src/reporters/html-report/shown.ts'

test('text is shown in one line, nothing unseen', () => {
  expect(shown('a\u001bb\nc\u202e')).toBe('a\\u001bb\\u000ac\\u202e')
})

test('long text is cut, between characters', () => {
  expect(shown('abcdef', 6)).toBe('abcdef')
  expect(shown('abcdefg', 6)).toBe('abcdef…')
  expect(shown('abcde😀fg', 6)).toBe('abcde…')
  expect(shown('abcd😀efg', 6)).toBe('abcd😀…')
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
