import fc from 'fast-check'
import { expect, test } from 'vitest'
import { displayWidth, wrap } from '../../src/reporters/terminal-text.ts'

test.each([
  ['', 10, ['']],
  ['one', 10, ['one']],
  ['one two three', 7, ['one two', 'three']],
  ['one twothreefour five', 7, ['one', 'twothreefour', 'five']],
  ['one  two', 5, ['one ', 'two']],
  ['one ::error::two', 5, ['one ::error::two']],
  ['one \u2003 ::error::two', 4, ['one \u2003 ::error::two']],
  ['日本 語', 4, ['日本', '語']],
])('%j at %i cells', (text, cells, lines) => {
  expect(wrap(text, cells)).toEqual(lines)
})

test('nothing is lost, no line begins with a command, and only one that holds no break is too long', () => {
  const words = fc.array(fc.constantFrom('a', 'long-word', '::', '', '日本', '\u2003', '\u3000::'), {
    maxLength: 20,
  })
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (parts, cells) => {
      const text = parts.join(' ')
      const lines = wrap(text, cells)
      expect(lines.join(' ')).toBe(text)
      expect(lines.slice(1).filter((line) => /^(?:\s*::|\s|$)/.test(line))).toEqual([])
      const long = lines.filter((line) => displayWidth(line) > cells)
      expect(long.filter((line) => /\S (?!::)\S/.test(line.slice(line.lastIndexOf(' ') - 1)))).toEqual([])
    }),
  )
})
