import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findHiddenText } from '../../src/formats/hidden-text.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

const tags = (text: string) =>
  [...text].map((one) => String.fromCodePoint(0xe0000 + (one.codePointAt(0) ?? 0))).join('')
const selectors = (text: string) =>
  [...text].map((one) => String.fromCodePoint(0xe0100 + (one.codePointAt(0) ?? 0) - 16)).join('')
const brief = (text: string) =>
  findHiddenText(text).map((one) => `${one.class} ${one.severity} ${one.range.start}-${one.range.end}`)

describe('what can be seen is fine', () => {
  test.each([
    ['nothing', ''],
    ['ASCII with tabs and both line ends', 'a\tb\nc\r\nd\r\n'],
    ['letters of many scripts', 'naïve Ελλάδα 漢字かな 한국어 العربية हिन्दी עברית ไทย'],
    ['a no-break space', '10\u00a0km\u202f%\u3000'],
    ['combining marks', 'e\u0301 ẛ̣'],
    ['a byte order mark at the start', '\ufeff# Title'],
    ['emoji', '🎉 ✅ ⚠️ ❤️ ☎︎ 1️⃣ #️⃣ 👍🏽 🇩🇪'],
    ['emoji sequences', '👩‍💻 👩🏽‍⚕️ 👨‍👩‍👧‍👦 ❤️‍🔥 🏳️‍🌈 🏴‍☠️ 🧑🏿‍🤝‍🧑🏻'],
    ['flags of tag characters', `🏴${tags('gbsct')}\u{e007f} 🏴${tags('usca')}\u{e007f}`],
    ['Indic joiners', 'क्\u200dष क्\u200cष ශ්\u200dරී ക്\u200d'],
    ['Persian non-joiners', 'می\u200cخواهم'],
    ['a Mongolian vowel separator', 'ᠠᠯᠠ\u180eᠠ'],
    ['box drawing', '│ ├── ─┐ █ ░'],
  ])('%s', (_, text) => {
    expect(findHiddenText(text)).toEqual([])
  })
})

describe('the classes and their levels', () => {
  test.each<[string, string]>([
    ['\u{e0041}', 'tag error'],
    ['\u{e0001}', 'tag error'],
    ['\u{e007f}', 'tag error'],
    ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'].map(
      (one): [string, string] => [one, 'bidi-control error'],
    ),
    ...['\u061c', '\u200e', '\u200f'].map((one): [string, string] => [one, 'bidi-mark warning']),
    ...['\u200b', '\u200c', '\u200d', '\u2060', '\u180e', '\ufeff', '\u00ad', '\u034f'].map(
      (one): [string, string] => [one, 'zero-width warning'],
    ),
    ...['\ufe00', '\ufe0d', '\u{e0100}', '\u{e01ef}'].map((one): [string, string] => [
      one,
      'variation-selector error',
    ]),
    ...[
      '\u2061',
      '\u2064',
      '\u206a',
      '\u206f',
      '\ufff9',
      '\ufffb',
      '\u115f',
      '\u1160',
      '\u3164',
      '\uffa0',
      '\u2800',
    ].map((one): [string, string] => [one, 'invisible error']),
    ...['\0', '\x07', '\b', '\v', '\f', '\x1b', '\x7f', '\x80', '\x9b', '\x9f'].map(
      (one): [string, string] => [one, 'control error'],
    ),
    ['\r', 'carriage-return error'],
    ...['\u2028', '\u2029', '\x85'].map((one): [string, string] => [one, 'line-separator warning']),
    ...['\ue000', '\uf8ff', '\u{f0000}', '\u{10fffd}'].map((one): [string, string] => [
      one,
      'private-use warning',
    ]),
    ['\ufffd', 'replacement warning'],
  ])('%j is %s', (character, expected) => {
    const end = 2 + character.length
    expect(brief(`a ${character} b`)).toEqual([`${expected} 2-${end}`])
    expect(brief(`ab${character}`)).toEqual([`${expected} 2-${end}`])
    const [found] = findHiddenText(`a ${character} b`)
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    expect(found?.name).toMatch(new RegExp(`^U\\+${hex} [A-Za-z]`))
    expect(found?.name).toMatch(/^[\x20-\x7e]+$/)
  })

  test.each([
    ['inside a word', 'pass\u200bword', 'error'],
    ['a soft hyphen inside a word of prose', 'the (pass\u00adword), please', 'warning'],
    ['a soft hyphen inside a name', 'set pass\u00adword_2 here', 'error'],
    ['a soft hyphen inside code', 'set `pass\u00adword` here', 'error'],
    ['a soft hyphen inside an address', 'see https://ex\u00adample.org', 'error'],
    ['two inside a word', 'pass\u200b\u2060word', 'error'],
    ['at the end of a word', 'pass\u200b word', 'warning'],
    ['inside a word of another script', '漢\u200b字', 'warning'],
    ['two in a row', 'a \u200b\u200b b', 'warning'],
    ['three in a row', 'a \u200b\u200b\u200b b', 'error'],
    ['three of several kinds', 'a \u200b\u200c\u200d b', 'error'],
    ['a joiner inside a word', 'pass\u200dword', 'warning'],
    ['joiners as a message, after a letter that may take one', 'ک\u200c\u200d\u200c\u200c', 'error'],
    ['a joiner between an emoji and a letter', '🎉\u200da', 'warning'],
  ])('zero width: %s', (_, text, severity) => {
    expect(findHiddenText(text).map((one) => one.severity)).toEqual([severity])
  })
})

describe('runs', () => {
  test('one finding for a run of a class, one each for different classes', () => {
    expect(brief('a\u200b\u200b\u202e\u202ec\u200b')).toEqual([
      'zero-width warning 1-3',
      'bidi-control error 3-5',
      'zero-width warning 6-7',
    ])
    expect(findHiddenText('a \u200b\u200b b')[0]?.name).toBe(
      'run of 2 characters, the first U+200B zero width space',
    )
  })

  test('tag characters and variation selectors are read', () => {
    expect(findHiddenText(`x${tags('ignore previous')}y`)).toEqual([
      {
        range: { start: 1, end: 31 },
        class: 'tag',
        severity: 'error',
        name: 'run of 15 characters, the first U+E0069 tag character',
        decoded: 'ignore previous',
      },
    ])
    expect(findHiddenText(`😀${selectors('run')}`)[0]).toMatchObject({ decoded: 'run' })
    expect(findHiddenText(`x${tags('a'.repeat(500))}`)[0]?.decoded).toBe(`${'a'.repeat(200)}…`)
  })

  test('a flag does not hide what follows it, and no flag is needed to hide', () => {
    expect(findHiddenText(`🏴${tags('gbeng')}\u{e007f}${tags('run')}`)).toMatchObject([{ decoded: 'run' }])
    expect(findHiddenText(`🏴${tags('too long')}\u{e007f}`)).toHaveLength(1)
    expect(findHiddenText(`🎉${tags('gbeng')}\u{e007f}`)).toHaveLength(1)
  })

  test('selectors in a row are no emoji', () => {
    expect(brief('✅\ufe0f\ufe0f')).toEqual([])
    expect(brief('✅\ufe0f\ufe0e\ufe0f')).toEqual(['emoji-selector error 1-4'])
  })

  test('many findings of one sort are cut off, and do not hide another sort', () => {
    const found = brief(`${'\ue000 '.repeat(500)}${'a\u200bb '.repeat(500)}${tags('run')}`)
    expect(found).toHaveLength(201)
    expect(found.at(-1)).toBe('tag error 3000-3006')
  })

  test('lone carriage returns are one finding, others are not lost', () => {
    expect(brief('a\rb\rc\r')).toEqual(['carriage-return error 1-2'])
    expect(brief('a\rb\u202e\rc')).toEqual(['carriage-return error 1-2', 'bidi-control error 3-4'])
  })
})

describe('any text', () => {
  test('findings are in order, apart, and hold hidden characters only', () => {
    const piece = fc.constantFrom(
      'a',
      '🎉',
      '🏴',
      '👩',
      '\u200d',
      '\ufe0f',
      '\u200b',
      '\u{e0067}',
      '\u{e007f}',
      '\r',
      '\n',
      'क',
      '\u202e',
      '\ufeff',
      ' ',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece).map((all) => all.join('')),
          fc.string({ unit: anyCharacter }),
        ),
        (text) => {
          let done = 0
          for (const { range, decoded } of findHiddenText(text)) {
            expect(range.start).toBeGreaterThanOrEqual(done)
            expect(range.end).toBeGreaterThan(range.start)
            expect(text.slice(range.start, range.end)).not.toMatch(/[a-zA-Z🎉क\n ]/u)
            expect(decoded ?? '').toMatch(/^[\x20-\x7e]*…?$/)
            done = range.end
          }
          expect(done).toBeLessThanOrEqual(text.length)
        },
      ),
      { numRuns: runs(400) },
    )
  })

  test('256 KiB of anything end in findings of the text', () => {
    for (const part of [
      'text ',
      '\u200b',
      'a\u200b',
      '\u{e0041}',
      `🏴${tags('gbeng')}\u{e007f}`,
      '\r',
      '\ue000x',
      '👩‍💻',
    ]) {
      const text = part.repeat((1 << 18) / part.length)
      expect(findHiddenText(text).every(({ range }) => range.end <= text.length)).toBe(true)
    }
  })
})
