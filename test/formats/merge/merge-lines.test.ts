import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonLines, mergeLines, wholeConflict } from '../../../src/formats/merge/merge-lines.ts'

const MARKS = { size: 7, lineBreak: '\n' }

function merged(base: string, ours: string, theirs: string): string {
  return mergeLines({ base, ours, theirs }, MARKS).text
}

describe('texts line by line', () => {
  test.each([
    ['changes apart', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['the same change', 'a\n', 'b\n', 'b\n', 'b\n'],
    ['a deletion and a change elsewhere', 'a\nb\nc\nd\n', 'b\nc\nd\n', 'a\nb\nc\nD\n', 'b\nc\nD\n'],
    ['a last line without a break that gets a follower', 'a', 'a', 'a\nb', 'a\nb'],
    ['line breaks changed on one side', 'a\nb\n', 'a\r\nb\r\n', 'a\nb\n', 'a\r\nb\r\n'],
    ['nothing at all', '', '', '', ''],
  ])('%s', (_, base, ours, theirs, text) => {
    expect(mergeLines({ base, ours, theirs }, MARKS)).toEqual({
      text,
      ours: text,
      theirs: text,
      conflicts: 0,
    })
  })

  test('changes that touch are a conflict, with a view for each side', () => {
    expect(mergeLines({ base: 'a\nb\nc\n', ours: 'A\nb\nc\n', theirs: 'a\nB\nc\n' }, MARKS)).toEqual({
      text: '<<<<<<< ours\nA\nb\n=======\na\nB\n>>>>>>> theirs\nc\n',
      ours: 'A\nb\nc\n',
      theirs: 'a\nB\nc\n',
      conflicts: 1,
    })
  })

  test('a side that has nothing has nothing between the marks', () => {
    expect(merged('a\n', '', 'b\n')).toBe('<<<<<<< ours\n=======\nb\n>>>>>>> theirs\n')
  })

  test('where one side changed nothing the other is taken; swapped sides say the same', () => {
    const text = fc
      .array(fc.constantFrom('a\n', 'b\n', 'c\n', 'd\n', 'e\r\n'), { maxLength: 12 })
      .map((lines) => lines.join(''))
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        expect(merged(base, ours, base)).toBe(ours)
        expect(merged(base, base, theirs)).toBe(theirs)
        const [one, other] = [
          mergeLines({ base, ours, theirs }, MARKS),
          mergeLines({ base, ours: theirs, theirs: ours }, MARKS),
        ]
        expect(one.conflicts).toBe(other.conflicts)
        expect(one.ours.replaceAll('\r', '')).toBe(other.theirs.replaceAll('\r', ''))
      }),
    )
  })
})

describe('common lines', () => {
  test('are ascending and the same on both sides, in texts small and large', () => {
    const many = (count: number, skip: number): string[] =>
      Array.from({ length: count }, (_, i) => (i % skip === 0 ? `changed ${skip}` : `line ${i}`))
    const [a, b] = [many(3000, 7), many(3000, 11)]
    const found = commonLines(a, b)
    const pairs = [...found].flatMap((j, i) => (j < 0 ? [] : [[i, j] as const]))
    expect(pairs.length).toBeGreaterThan(2200)
    for (const [i, j] of pairs) expect(a[i]).toBe(b[j])
    expect(pairs.every(([, j], i) => i === 0 || j > (pairs[i - 1]?.[1] ?? -1))).toBe(true)
  })

  test('large texts without a line that occurs once have those at their ends in common', () => {
    const pairs = (one: string, two: string): string[] =>
      Array.from({ length: 2000 }, (_, i) => (i % 2 === 0 ? one : two))
    const found = commonLines(
      ['a', ...pairs('x', 'y'), 'b'],
      ['a', 'c', 'c', ...pairs('y', 'x'), 'd', 'd', 'b'],
    )
    expect([...found].flatMap((j, i) => (j < 0 ? [] : [[i, j]]))).toEqual([
      [0, 0],
      [2001, 2005],
    ])
  })
})

describe('a whole conflict', () => {
  test('runs from the first line that differs to the last', () => {
    expect(wholeConflict('a\nb\nc\n', 'a\nB\nc\n', 7)).toBe(
      'a\n<<<<<<< ours\nb\n=======\nB\n>>>>>>> theirs\nc\n',
    )
    expect(wholeConflict('a', 'a\nb', 9)).toBe('<<<<<<<<< ours\na\n=========\na\nb\n>>>>>>>>> theirs\n')
    expect(wholeConflict('a', 'a', 7)).toBeNull()
  })

  test('gives back either side', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 8 })
      .map((lines) => lines.map((line) => `${line}\n`).join(''))
    fc.assert(
      fc.property(text, text, (ours, theirs) => {
        const both = wholeConflict(ours, theirs, 7) ?? ours
        const [, head = '', left = '', right = '', tail = ''] =
          /^([^<]*)<{7} ours\n([\s\S]*)={7}\n([\s\S]*)>{7} theirs\n([\s\S]*)$/.exec(both) ?? [both, both]
        expect(head + left + tail).toBe(ours)
        if (both !== ours) expect(head + right + tail).toBe(theirs)
      }),
    )
  })
})
