import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { replaceUnsafe, safeLine, safeLines, safePath, safeText } from '../../src/core/messages.ts'
import { anyCharacter } from '../helpers/any-character.ts'

describe('safeText', () => {
  test.each([
    ['plain text stays', 'Über 日本 😀 `x`', 'Über 日本 😀 `x`'],
    ['an escape sequence', '\u001b[31mred', '\\u001b[31mred'],
    ['line breaks', 'a\nb\rc\td', 'a\\u000ab\\u000dc\\u0009d'],
    ['C1 and the line separator', '\u0085\u2028', '\\u0085\\u2028'],
    ['bidi controls', 'a\u202eb', 'a\\u202eb'],
    ['zero width', 'a\u200bb\u2060c\ufeffd', 'a\\u200bb\\u2060c\\ufeffd'],
    ['fillers', '\u3164\u115f\u2800', '\\u3164\\u115f\\u2800'],
    ['tag characters, as their UTF-16 units', '\u{e0041}', '\\udb40\\udc41'],
    ['supplementary variation selectors', '\u{e0100}', '\\udb40\\udd00'],
    ['a lone surrogate', '\ud800', '\\ud800'],
    ["the runner's old commands", '##[error]x', '##\\u005berror]x'],
  ])('%s', (_, text, shown) => {
    expect(safeText(text)).toBe(shown)
  })

  test('nothing unseen is left, whatever comes in, and safe text stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const shown = safeText(text)
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|##\[/u)
        expect(safeText(shown)).toBe(shown)
      }),
    )
  })
})

describe('safePath', () => {
  test.each([
    ['docs/a.md', 'docs/a.md'],
    ['::error::x.md', './::error::x.md'],
    ['  ::error::x.md', './::error::x.md'],
    ['a\nb.md', 'a\\u000ab.md'],
    ['\u00a0::set-env name=x::y', './::set-env name=x::y'],
  ])('%j is shown as %j', (path, shown) => {
    expect(safePath(path)).toBe(shown)
  })
})

describe('safeLine', () => {
  test.each([
    ['  ::error::x', '  \\u003a:error::x'],
    ['::', '\\u003a:'],
    ['\u00a0::group::x', '\u00a0\\u003a:group::x'],
    ['  : a', '  : a'],
    ['+ ::x', '+ ::x'],
    ['a\r##[group]x', 'a\\u000d##\\u005bgroup]x'],
  ])('%j is shown as %j', (line, shown) => {
    expect(safeLine(line)).toBe(shown)
  })
})

test('replaceUnsafe puts one text in the place of each unsafe character, a pair of surrogates being one', () => {
  expect(replaceUnsafe('a\u202eb\u{e0041}c\n', (character) => `<${character.length}>`)).toBe('a<1>b<2>c<1>')
})

describe('safeLines', () => {
  test.each([
    ['line breaks and tabs stay', 'a\n\tb\n', 'a\n\tb\n'],
    ['CRLF is a line break', 'a\r\nb', 'a\nb'],
    ['a lone carriage return is none', 'a\rb', 'a\\u000db'],
    ['what is invisible', 'a\u202eb\u200b\n\u001b[31m', 'a\\u202eb\\u200b\n\\u001b[31m'],
  ])('%s', (_, text, shown) => {
    expect(safeLines(text)).toBe(shown)
  })

  test('nothing unseen is left but line breaks and tabs, and safe text stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const shown = safeLines(text)
        expect(shown.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(safeLines(shown)).toBe(shown)
      }),
    )
  })
})
