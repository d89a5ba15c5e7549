import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineAt, lineStarts, placeOf } from '../../src/core/text.ts'

test('a line ends at LF, CRLF or a lone CR', () => {
  expect(lineStarts('')).toEqual([0])
  expect(lineStarts('a\nb\r\nc\rd\n')).toEqual([0, 2, 5, 7, 9])
  expect(lineStarts('a\u2028b\u0085c')).toEqual([0])
})

test('places count lines and UTF-16 columns from 1', () => {
  const starts = lineStarts('ab\n😀c\n')
  expect(placeOf(starts, 0)).toEqual({ line: 1, column: 1, endLine: 1, endColumn: 1 })
  expect(placeOf(starts, 5, 6)).toEqual({ line: 2, column: 3, endLine: 2, endColumn: 4 })
  expect(placeOf(starts, 1, 6)).toEqual({ line: 1, column: 2, endLine: 2, endColumn: 4 })
  expect(placeOf(starts, 7, 7)).toEqual({ line: 3, column: 1, endLine: 3, endColumn: 1 })
})

test('a text whose lines are not known is one line', () => {
  expect(placeOf([], 3, 5)).toEqual({ line: 1, column: 4, endLine: 1, endColumn: 6 })
})

test('an offset lies on the line that starts last before it', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', '\r') }), fc.nat(30), (text, at) => {
      const offset = Math.min(at, text.length)
      const starts = lineStarts(text)
      const line = lineAt(starts, offset)
      expect(starts[line - 1]).toBeLessThanOrEqual(offset)
      expect(starts[line] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(offset)
      expect(line).toBe(
        text
          .slice(0, offset)
          .replace(/\r\n/g, '\n')
          .split(/[\r\n]/).length - (splitsBreak(text, offset) ? 1 : 0),
      )
    }),
  )
})

/** Between CR and LF the line has not ended yet. */
function splitsBreak(text: string, offset: number): boolean {
  return text[offset - 1] === '\r' && text[offset] === '\n'
}
