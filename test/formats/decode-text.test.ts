import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText } from '../../src/formats/decode-text.ts'
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
