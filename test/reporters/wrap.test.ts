import fc from 'fast-check'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import { doctorText, setupText } from '../../src/reporters/setup-text.ts'
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

const LONG = 'one (a.md, b.md), two (c.md) and what no layout reads: `memkeep files` names it'

test('the checks of doctor and what init leaves are broken below their marks; lines to copy are not', () => {
  const look = { colors: pc.createColors(false), columns: 40 }
  const check = { check: 'memory', status: 'wrong', message: LONG, fix: LONG } as const
  expect(doctorText([check], look)).toBe(`✖ one (a.md, b.md), two (c.md) and what
  no layout reads: \`memkeep files\` names
  it
  → one (a.md, b.md), two (c.md) and
    what no layout reads: \`memkeep
    files\` names it

1 thing to fix.
`)
  const outcome = {
    ...{ manager: null, isManagerNew: false, memory: null, files: [], config: [], husky: [] },
    left: [{ message: 'a line is missing in one of the hook files', lines: [LONG] }],
    next: [{ text: LONG, run: LONG }],
  }
  const words = { husky: 'created', nothing: 'nothing to do', dryRun: false }
  expect(setupText(outcome, words, look)).toBe(`
left     a line is missing in one of the
         hook files. To add by hand:
         | ${LONG}

Now:
  - one (a.md, b.md), two (c.md) and
    what no layout reads: \`memkeep
    files\` names it
      ${LONG}
`)
})
