import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, replaceBadBytes } from '../../src/formats/decode-text.ts'
import { anyCharacter } from '../helpers/any-character.ts'
import { runs } from '../helpers/runs.ts'

const bytes = (...values: (number | string)[]) =>
  Uint8Array.from(values.flatMap((v) => (typeof v === 'number' ? [v] : [...new TextEncoder().encode(v)])))

describe('decodeText', () => {
  test('keeps every character, the byte order mark too', () => {
    expect(decodeText(bytes('\ufeffnaïve 漢 🎉\r\n\0'))).toEqual({ text: '\ufeffnaïve 漢 🎉\r\n\0' })
    expect(decodeText(new Uint8Array())).toEqual({ text: '' })
  })

  test.each([
    ['a Latin-1 letter', bytes('a\nna', 0xef, 've'), 2, 3],
    ['a lone continuation byte', bytes('é\r\n🎉x', 0x80), 2, 4],
    ['an overlong slash', bytes('ab', 0xc0, 0xaf), 1, 3],
    ['an overlong three-byte form', bytes(0xe0, 0x9f, 0xbf), 1, 1],
    ['a surrogate', bytes('x', 0xed, 0xa0, 0x80), 1, 2],
    ['past U+10FFFF', bytes('x', 0xf4, 0x90, 0x80, 0x80), 1, 2],
    ['a cut character', bytes('x\r', 0xe6, 0xbc), 2, 1],
    ['0xFF after a lone CR', bytes('x\ry', 0xff), 2, 2],
  ])('reports %s at its line and column', (_, input, line, column) => {
    const result = decodeText(input)
    expect(result).toMatchObject({ text: '', problem: { rule: 'syntax', place: { line, column } } })
  })

  test('says that UTF-16 is UTF-16', () => {
    const result = decodeText(bytes(0xff, 0xfe, 'h', 0, 'i', 0))
    expect(result).toMatchObject({ problem: { help: expect.stringContaining('UTF-16') } })
  })

  test.each([
    ['none', bytes('caf', 0xe9), /is 0xe9, which is not UTF-8 text$/],
    ['one', bytes('caf', 0xe9, ' d', 0xe9), /is 0xe9, which is not UTF-8 text; 1 more byte is not either$/],
    ['several', bytes(0xe9, 'é', 0xe6, 0xbc, 0xff), /^Byte 1 is 0xe9, .*; 3 more bytes are not either$/],
  ])('says how many bytes are bad but for the first: %s', (_, input, message) => {
    expect(decodeText(input)).toMatchObject({ problem: { message: expect.stringMatching(message) } })
  })

  test.each([
    ['text in Latin-1', bytes('Gr', 0xfc, 0xdf, 'e aus K', 0xf6, 'ln'), true],
    ['quotes of Windows', bytes(0x93, 'so', 0x94, ' he said'), true],
    ['UTF-8 with one such letter', bytes('Grüße aus K', 0xf6, 'ln'), false],
    ['a byte that the code page has not', bytes('a', 0x81), false],
    ['binary data', bytes(0, 0xe9), false],
  ])('names the code page and how to convert it only where all would convert: %s', (_, input, isNamed) => {
    const result = decodeText(input)
    const help = 'problem' in result ? result.problem.help : ''
    expect(help.includes('`iconv -f WINDOWS-1252 -t UTF-8 FILE > FILE.new`')).toBe(isNamed)
  })

  test('accepts exactly what the strict decoder accepts, and the text before the bad byte is valid', () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.string({ unit: anyCharacter, maxLength: 4 }).map((text) => new TextEncoder().encode(text)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const input = Uint8Array.from(pieces.flatMap((one) => [...one]))
        const result = decodeText(input)
        if (!('problem' in result)) {
          expect(new TextEncoder().encode(result.text)).toEqual(input)
          return
        }
        const loose = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input)
        const lines = loose.split(/\r\n|\r|\n/)
        const { line, column } = result.problem.place
        expect(lines[line - 1]?.[column - 1]).toBe('\ufffd')
      }),
      { numRuns: runs(500) },
    )
  })
})

describe('replaceBadBytes', () => {
  const long = 'a'.repeat(2000)

  test.each([
    ['no bad byte', bytes('é'), { text: 'é', replaced: [] }],
    ['one inside a word', bytes('caf', 0xe9, '\r\n'), { text: 'caf\ufffd\r\n', replaced: [3] }],
    ['each byte of a cut character', bytes('🎉', 0xe6, 0xbc), { text: '🎉\ufffd\ufffd', replaced: [2, 3] }],
    ['a byte order mark, which stays', bytes('\ufeff', 0xff), { text: '\ufeff\ufffd', replaced: [1] }],
    [
      'four in a short text',
      bytes(0xe9, 0xe9, 0xe9, 0xe9),
      { text: '\ufffd'.repeat(4), replaced: [0, 1, 2, 3] },
    ],
    ['five in a short text: another encoding', bytes(0xe9, 0xe9, 0xe9, 0xe9, 0xe9), null],
    ['UTF-16', bytes(0xff, 0xfe, 'h', 0, 'i', 0), null],
    ['a byte of 0: binary data', bytes('a', 0xe9, '\0'), null],
  ])('%s', (_, input, expected) => {
    expect(replaceBadBytes(input)).toEqual(expected)
  })

  test.each([
    [10, true],
    [11, false],
  ])('of 2000 bytes and more, %i may be bad: %s', (count, isRead) => {
    const input = bytes(long, ...Array.from({ length: count }, () => 0xe9))
    expect(replaceBadBytes(input) !== null).toBe(isRead)
  })

  test('one byte of any text that is another: only the characters that held it are replaced', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }), fc.nat(), (text, at) => {
        const input = bytes(text.replaceAll('\0', ' '))
        const offset = at % input.length
        const damaged = input.with(offset, 0xff)
        const read = replaceBadBytes(damaged)
        if (!read) throw new Error('not read')
        for (const one of read.replaced) expect(read.text[one]).toBe('\ufffd')
        const start = new TextDecoder('utf-8', { ignoreBOM: true }).decode(input.subarray(0, offset))
        expect(read.text.slice(0, read.replaced[0])).toBe(start.replace(/\ufffd+$/, ''))
        expect(
          new TextEncoder().encode(read.text.slice((read.replaced.at(-1) ?? 0) + 1)).length,
        ).toBeGreaterThan(input.length - offset - 5)
      }),
      { numRuns: runs(500) },
    )
  })
})
