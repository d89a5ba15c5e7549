import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/core/text.ts'
import { blockEdit, findBlocks, withBlock, withoutBlocks } from '../../../src/setup/hooks/marked-block.ts'

function insertBlock(...[text, ...where]: Parameters<typeof blockEdit>): string {
  return applyEdits(text, [blockEdit(text, ...where)])
}

const LINES = ['one', '', '  two']

function textOf(spliced: ReturnType<typeof withBlock>): string {
  if ('byHand' in spliced) throw new Error(spliced.byHand)
  return spliced.text
}

/** Texts as people leave them: with and without a line break at the end, LF, CRLF, a byte order mark. */
const texts = fc
  .tuple(
    fc.constantFrom('', '\ufeff'),
    fc.array(fc.constantFrom('', 'a', '# b', '  c d'), { maxLength: 5 }),
    fc.constantFrom('\n', '\r\n'),
    fc.boolean(),
  )
  .map(([mark, lines, eol, ended]) => mark + lines.join(eol) + (ended && lines.length > 0 ? eol : ''))

describe('a block', () => {
  test('comes out of a text without a trace, wherever it was put', () => {
    fc.assert(
      fc.property(texts, fc.nat(), (text, at) => {
        const starts = [...text.matchAll(/\n/g)].map(({ index }) => index + 1)
        const spots = [...starts, text.length]
        const put = insertBlock(text, spots[at % spots.length] ?? 0, LINES)
        expect(put).not.toBe(text)
        expect(withoutBlocks(put)).toEqual({ text })
      }),
    )
  })

  test('put in twice is there once', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const once = textOf(withBlock(text, LINES))
        expect(withBlock(once, LINES)).toEqual({ text: once })
      }),
    )
  })

  test('is replaced in its place, with the line ends of its text, and can still be removed', () => {
    for (const eol of ['\n', '\r\n']) {
      const text = `a${eol}b${eol}`
      const old = insertBlock(text, 1 + eol.length, LINES)
      const renewed = textOf(withBlock(old, ['three']))
      expect(renewed.split(eol)[4]).toBe('# <<< memkeep <<<')
      expect(renewed.endsWith(`memkeep <<<${eol}b${eol}`)).toBe(true)
      expect(renewed.replaceAll(eol, '')).not.toMatch(/[\r\n]/)
      expect(withoutBlocks(renewed)).toEqual({ text })
    }
  })

  test('is known after git changed all line ends', () => {
    const put = textOf(withBlock('a\n', LINES)).replaceAll('\n', '\r\n')
    expect(withoutBlocks(put)).toEqual({ text: 'a\r\n' })
  })

  test('that was edited is neither replaced nor removed', () => {
    const edited = textOf(withBlock('a\n', LINES)).replace('\none', '\nwon')
    expect(withBlock(edited, ['three'])).toHaveProperty('byHand')
    expect(withoutBlocks(edited)).toHaveProperty('byHand')
  })

  test('with lines as they are to be stays, whatever its checksum says', () => {
    const bare = '# >>> memkeep >>>\none\n# <<< memkeep <<<\n'
    expect(withBlock(bare, ['one'])).toEqual({ text: bare })
  })

  test('is indented as asked', () => {
    const put = insertBlock('a:\n  b\n', 7, LINES, { indent: '  ' })
    expect(put).toContain('\n  one\n\n    two\n  # <<< memkeep <<<\n')
    expect(findBlocks(put)).toMatchObject([{ indent: '  ', lines: LINES, intact: true }])
    expect(withoutBlocks(put)).toEqual({ text: 'a:\n  b\n' })
  })

  test('does not begin twice, or end before it begins', () => {
    const [start, end] = ['# >>> memkeep >>>\n', '# <<< memkeep <<<\n']
    for (const text of [start, end, start + start + end, end + start, start + end + end]) {
      expect(findBlocks(text)).toBeNull()
      expect(withBlock(text, LINES)).toHaveProperty('byHand')
      expect(withoutBlocks(text)).toHaveProperty('byHand')
    }
  })

  test('is not put where it could not be taken out again', () => {
    expect(withBlock('a\r', LINES)).toHaveProperty('byHand')
  })
})
