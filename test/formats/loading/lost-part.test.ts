import { describe, expect, test } from 'vitest'
import { lineStarts } from '../../../src/core/text.ts'
import { describeLost, lostPart, readLoadedText } from '../../../src/formats/loading.ts'
import { parseMarkdown } from '../../../src/formats/markdown/parse-markdown.ts'
import { sourceOf } from '../../core/literal-parts.ts'

const load = (text: string) =>
  readLoadedText(sourceOf({ text, starts: lineStarts(text), markdown: parseMarkdown(text, 0) }))

const TEXT =
  '# One\n\nWörds 😀.\n\n## Two\n\n- a\n- b\n  - c\n\n## Three\n\nX is no longer used.\n\n```\nno longer\n```\n'

describe('a text that a model loads', () => {
  test('is measured in lines, characters and bytes', () => {
    expect(load(TEXT).size).toEqual({
      lines: 17,
      characters: TEXT.length,
      bytes: Buffer.byteLength(TEXT),
    })
    expect(load('').size).toEqual({ lines: 0, characters: 0, bytes: 0 })
    expect(load('a').size.lines).toBe(1)
    expect(load('a\r\nb\r\n').size).toEqual({ lines: 2, characters: 6, bytes: 6 })
  })

  test('has its headings, corrections and list items at their distance from the start', () => {
    const { marks, items } = load(TEXT)
    expect(marks.map(({ what, text, lines, place }) => [what, text, lines, place.line])).toEqual([
      ['heading', '# One', 0, 1],
      ['heading', '## Two', 4, 5],
      ['heading', '## Three', 10, 11],
      ['correction', 'X is no longer used.', 12, 13],
    ])
    for (const { text, characters, bytes, what } of marks) {
      expect(TEXT.slice(characters).startsWith(text)).toBe(true)
      expect(bytes).toBe(Buffer.byteLength(TEXT.slice(0, characters)))
      expect(what).not.toBe('')
    }
    expect(items.map(([lines, characters]) => [lines, TEXT.slice(characters, characters + 3)])).toEqual([
      [6, '- a'],
      [7, '- b'],
    ])
  })
})

describe('what is lost of it', () => {
  const text = load(TEXT)

  test('is nothing where all fits', () => {
    expect(lostPart(text, { unit: 'bytes', keeps: 'start' }, text.size.bytes)).toBeNull()
  })

  test('is the end, in the unit of the limit', () => {
    const lost = lostPart(text, { unit: 'lines', keeps: 'start' }, 7)
    expect(lost).toMatchObject({ size: 10, line: 8, items: 1 })
    expect(lost && describeLost(lost)).toBe('"## Three"; 1 list item; a correction in line 13')
    const none = lostPart(text, { unit: 'bytes', keeps: 'start' }, 0)
    expect([none?.size, none?.line, none?.headings.length, none?.items]).toEqual([text.size.bytes, 1, 3, 2])
    expect(lostPart(text, { unit: 'bytes', keeps: 'start' }, -5)?.size).toBe(text.size.bytes)
  })

  test('is the middle where the end is kept', () => {
    const lost = lostPart(text, { unit: 'characters', keeps: { start: 0.2, end: 0.4 } }, 80)
    expect(lost).toMatchObject({ size: TEXT.length - 16 - 32, items: 2 })
    expect(lost?.corrections).toHaveLength(1)
    expect(lost?.headings.map((one) => one.text)).toEqual(['## Two', '## Three'])
  })
})
