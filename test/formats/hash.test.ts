import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { similarity } from '../../src/core/changes/pair-by-body.ts'
import { digest, sketch } from '../../src/formats/hash.ts'
import { anyCharacter } from '../helpers/any-character.ts'

const BODY = Array.from({ length: 200 }, (_, i) => `word${i}`).join(' ')

describe('digest', () => {
  test('does not see line ends and white space at the end', () => {
    expect(digest('a\nb')).toBe(digest('a\r\nb\r\n\r\n'))
    expect(digest('a\rb \t')).toBe(digest('a\nb'))
    expect(digest('a\nb')).toMatch(/^[0-9a-f]{24}$/)
  })

  test('sees everything else', () => {
    const texts = ['a\nb', 'a b', ' a\nb', 'A\nb', 'a\n\nb', '']
    expect(new Set(texts.map(digest)).size).toBe(texts.length)
  })
})

describe('sketch', () => {
  test('holds at most 16 distinct unsigned numbers, ascending', () => {
    const numbers = sketch(BODY)
    expect(numbers).toHaveLength(16)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(numbers.every((n) => Number.isInteger(n) && n >= 0 && n < 2 ** 32)).toBe(true)
  })

  test.each([
    ['', 0],
    ['--- ***', 0],
    ['one', 1],
    ['one two', 2],
    ['one two three', 1],
    ['one two three four', 2],
    ['a a a a a a', 1],
    ['決定した事', 3],
  ])('of %j has %i numbers', (text, count) => {
    expect(sketch(text)).toHaveLength(count)
  })

  test('does not see case, punctuation and line ends', () => {
    expect(sketch('Use **pnpm**,\r\nnot npm.')).toEqual(sketch('use pnpm not npm'))
  })

  test('separates an edited body from another one', () => {
    const edited = BODY.replace('word100', 'changed')
    const other = BODY.replaceAll('word', 'other')
    expect(similarity(sketch(BODY), sketch(edited))).toBeGreaterThan(0.5)
    expect(similarity(sketch(BODY), sketch(other))).toBe(0)
    expect(similarity(sketch('一二三四五六七八九十'), sketch('一二三四五六七八九百'))).toBeGreaterThan(0.5)
  })

  test('estimates the share in common without bias', () => {
    const shares = Array.from({ length: 200 }, (_, seed) => {
      const words = Array.from({ length: 300 }, (_, i) => `s${seed}w${i}`)
      const changed = [...words.slice(0, 200), ...words.slice(200).map((word) => `${word}x`)]
      return similarity(sketch(words.join(' ')), sketch(changed.join(' ')))
    })
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeGreaterThan(0.45)
    expect(mean).toBeLessThan(0.55)
  })

  test('finds the same words in any text as in those words alone, spaces between them', () => {
    const word =
      /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}\p{N}])+/gu
    const piece = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 8 }),
      fc.constantFrom('a', 'é', '漢字', '—', '’', 'ﬁ', '𝒜', '\u2071', '\u205f', 'İ', 'K', ' ', '\ud800'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('')
        expect(sketch(text)).toEqual(sketch((text.toLowerCase().match(word) ?? []).join(' ')))
      }),
      { numRuns: 2000 },
    )
  })
})
