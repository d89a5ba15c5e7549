import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namesWord, statementsOf } from '../../../src/formats/citations/statements.ts'

const masks = (text: string): readonly string[] => statementsOf(text).map(({ masked }) => masked)

describe('statements', () => {
  test('are sentences, list items, rows and headings, with marks for what they cite', () => {
    const text =
      '# Pool of `a.ts`\n\nOne is in `src/a.ts`. Two\nis in src/b.ts.\n\n- an item\n* another\n\n| a | `b.ts` |\n'
    expect(masks(text)).toEqual([
      'Pool of ◦',
      'One is in ◦.',
      'Two is in ◦.',
      'an item',
      'another',
      '| a | ◦ |',
    ])
  })

  test.each([
    [
      'wrapped',
      'The pool is in `src/a.ts` and opens\nfour connections.',
      'The pool is in\n  `src/a.ts` and opens four connections.',
    ],
    ['listed with another mark', '- see `src/a.ts`', '* see `src/a.ts`'],
    ['ticked off', '- [ ] see `src/a.ts`', '- [x] see `src/a.ts`'],
    ['padded in a table', '| a | `src/a.ts` |', '| a    |   `src/a.ts`     |'],
    ['indented', '- see `src/a.ts`', '    - see `src/a.ts`'],
    ['citing another neighbour', 'Both `src/a.ts` and `src/b.ts`.', 'Both `src/a.ts` and `lib/c.ts`.'],
    ['with CRLF', 'One.\nTwo `src/a.ts`.', 'One.\r\nTwo `src/a.ts`.'],
  ])('are the same when %s', (_, before, after) => {
    expect(masks(after)).toEqual(masks(before))
  })

  test('hold no remark for memkeep, which a person sets above a line', () => {
    const remark = '<!-- memkeep-disable-next-line citation-gone -- it is history -->'
    expect(masks(`One is in\n${remark}\n\`src/a.ts\`.\n`)).toEqual(['One is in ◦.'])
    expect(masks('<!-- See `src/a.ts` -->\n')).toEqual(['<!-- See ◦ -->'])
  })

  test('are others when reworded', () => {
    expect(masks('The pool is in `src/a.ts`.')).not.toEqual(masks('The old pool was in `src/a.ts`.'))
  })

  test('lie on lines in order, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '.', ' ', '\n', '|', '- ', '`', '```\n', '/', '#') }),
        (text) => {
          let last = 0
          for (const { firstLine, lastLine } of statementsOf(text)) {
            expect(firstLine).toBeGreaterThanOrEqual(last)
            expect(lastLine).toBeGreaterThanOrEqual(firstLine)
            last = firstLine
          }
        },
      ),
    )
  })

  test('name a path as a word, not as a part of a longer one', () => {
    expect(namesWord('in `src/a.ts`', 'src/a.ts')).toBe(true)
    expect(namesWord('in `lib/src/a.ts`', 'src/a.ts')).toBe(false)
    expect(namesWord('in `src/a.tsx` and src/a.ts', 'src/a.ts')).toBe(true)
    expect(namesWord('in `src/a.ts/b`', 'src/a.ts')).toBe(false)
  })
})
