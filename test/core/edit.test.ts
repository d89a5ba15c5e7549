import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits, compareText } from '../../src/core/text.ts'

const edit = (start: number, end: number, text: string) => ({ start, end, text })

test('replaces, inserts and deletes, in any order', () => {
  expect(applyEdits('abcdef', [edit(4, 6, ''), edit(0, 1, 'X'), edit(2, 2, '-')])).toBe('Xb-cd')
  expect(applyEdits('abc', [])).toBe('abc')
  expect(applyEdits('abc', [edit(3, 3, '!'), edit(0, 0, '>')])).toBe('>abc!')
})

test('leaves out an edit that overlaps an earlier one', () => {
  expect(applyEdits('abcdef', [edit(0, 3, 'X'), edit(2, 4, 'Y'), edit(3, 4, 'Z')])).toBe('XZef')
})

test('applies one of two edits at the same range, whichever order they come in', () => {
  const both = [edit(1, 2, 'Y'), edit(1, 2, 'X')]
  expect(applyEdits('abc', both)).toBe('aXc')
  expect(applyEdits('abc', [...both].reverse())).toBe('aXc')
  expect(applyEdits('abc', [edit(1, 1, 'X'), edit(1, 1, 'X')])).toBe('aXbc')
})

test('an insertion goes before a replacement at the same offset', () => {
  expect(applyEdits('abc', [edit(1, 2, 'Y'), edit(1, 1, 'X')])).toBe('aXYc')
})

test('keeps every character outside the edits', () => {
  const edits = fc.array(
    fc
      .tuple(fc.nat(20), fc.nat(5), fc.string())
      .map(([start, size, text]) => edit(start, start + size, text)),
  )
  fc.assert(
    fc.property(fc.string({ minLength: 25, maxLength: 25 }), edits, (text, some) => {
      const marked = some.map((one) => ({ ...one, text: '' }))
      const kept = applyEdits(text, marked)
      const touched = new Set(
        some.flatMap(({ start, end }) => [...Array(end - start).keys()].map((i) => start + i)),
      )
      const untouched = [...Array(text.length).keys()].filter((i) => !touched.has(i)).map((i) => text[i])
      let from = 0
      for (const character of untouched) {
        from = kept.indexOf(character ?? '', from) + 1
        expect(from).toBeGreaterThan(0)
      }
    }),
  )
})

test('compareText orders by code unit, not by locale', () => {
  expect(['b', 'a', 'B', 'ä', 'a'].sort(compareText)).toEqual(['B', 'a', 'a', 'b', 'ä'])
  expect(compareText('a', 'a')).toBe(0)
})
