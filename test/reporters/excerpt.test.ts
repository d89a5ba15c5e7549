import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from '../../src/reporters/code-frame.ts'
import { displayWidth } from '../../src/reporters/terminal-text.ts'
import { runs } from '../helpers/runs.ts'
import { FORBIDDEN, hostileText } from './hostile-text.ts'

const digits = '0123456789'.repeat(20)

test.each([
  ['a short line whole', 'some words here', 5, 10, 40, 'some words here', 6, 5],
  ['an empty range as one cell', 'abc', 1, 1, 40, 'abc', 2, 1],
  ['an empty line', '', 0, 0, 40, '', 1, 1],
  ['a tab as two cells', '\tab', 1, 2, 40, '  ab', 3, 1],
  ['wide characters as two cells', '界界ab', 2, 4, 40, '界界ab', 5, 2],
  ['escapes where they are', 'a\u202eb', 2, 3, 40, 'a\\u202eb', 8, 1],
  ['a long line cut at its end', digits, 0, 3, 20, '012345678901234567…', 1, 3],
  ['a long line around its mark', digits, 100, 103, 20, '…456789012345678901…', 8, 3],
  ['a mark longer than there is room', digits, 0, 200, 20, '012345678901234567…', 1, 18],
])('shows %s', (_, line, start, end, cells, text, column, length) => {
  expect(excerpt(line, { start, end }, cells)).toEqual({ text, column, length })
})

test('a line of a megabyte is shown around its mark', () => {
  const line = `${'x'.repeat(500_000)}MARK${'y'.repeat(500_000)}`
  const { text, column, length } = excerpt(line, { start: 500_000, end: 500_004 }, 60)
  expect(text.slice(column - 1, column - 1 + length)).toBe('MARK')
})

test('any line fits its cells, and its mark lies inside it', () => {
  const offsets = fc.tuple(fc.nat(60), fc.nat(60)).map(([a, b]) => ({ start: a, end: a + b }))
  fc.assert(
    fc.property(fc.array(hostileText), offsets, fc.integer({ min: 24, max: 90 }), (parts, range, cells) => {
      const line = parts.join('').replace(/[\r\n]/g, '')
      const start = Math.min(range.start, line.length)
      const shown = excerpt(line, { start, end: Math.min(range.end, line.length) }, cells)
      expect(displayWidth(shown.text)).toBeLessThanOrEqual(cells)
      expect(shown.column - 1).toBeLessThanOrEqual(displayWidth(shown.text))
      expect(shown.text).not.toMatch(FORBIDDEN)
    }),
    { numRuns: runs(1000) },
  )
})
