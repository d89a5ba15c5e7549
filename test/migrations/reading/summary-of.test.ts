import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summaryOf, summaryOfItems } from '../../../migrations/reading/summary-of.ts'
import { countSentences } from '../../../src/formats/sentences.ts'
import { estimateTokens } from '../../../src/formats/tokens.ts'

describe('a summary', () => {
  test.each<[string, readonly string[], string | null]>([
    ['One sentence of **some** words.', [], 'One sentence of some words.'],
    ['The first of them. The second of them. The third.', [], 'The first of them. The second of them.'],
    [`The first of them. A second ${'far '.repeat(100)}too long.`, [], 'The first of them.'],
    ['It uses v1.2 of file.md, e.g. here.', [], 'It uses v1.2 of file.md, e.g. here.'],
    ['支払いを一回で返す。電話はいらない。', [], '支払いを一回で返す。 電話はいらない。'],
    ['What it needs:', ['**A** first. More.', 'b second;'], 'What it needs: A first; b second.'],
    ['What it needs is this:', [], null],
    ['It has steps: 1. Sell cards. 2. Rest.', [], null],
    ['This has two steps.\n1. Sell cards.\n2. Rest.', [], 'This has two steps.'],
    ['This has two steps:\n1. Sell cards.\n2. Rest.', [], 'This has two steps: Sell cards; Rest.'],
    ['The till is in its version 1.', [], 'The till is in its version 1.'],
    ['Some things are to be done 1. Sell', [], null],
    ['The till reads `{ a ... }` here.', [], 'The till reads { a ... } here.'],
    ['The till reads { a ... Rest of it', [], null],
    ['The till reads (this. And that) today. More.', [], 'The till reads (this. And that) today.'],
    ['The till runs `this. And', [], null],
    ['The first of them. The till reads { a ... Rest', [], 'The first of them.'],
    ['Too short.', [], null],
    ['TBD', [], null],
    ['TODO: describe the goal of the plan here', [], null],
    ['[what the plan is about and for whom]', [], null],
    [`A sentence ${'without any end '.repeat(200)}`, [], null],
    ['', [], null],
  ])('of %j', (markdown, items, summary) => {
    expect(summaryOf(markdown, items)).toBe(summary)
  })

  test('of items is one sentence, as long as they fit', () => {
    expect(summaryOfItems(['Sell `cards`. More.', 'Redeem them;'])).toBe('Sell cards; Redeem them.')
    expect(summaryOfItems([])).toBe(null)
    expect(summaryOfItems(['One item here', 'long '.repeat(200)])).toBe(null)
  })

  test('is always short enough, and in one line', () => {
    const text = fc.array(
      fc.constantFrom(
        'A word',
        'is. ',
        'B',
        'no: ',
        '`x. Y` ',
        '1. ',
        '{ ',
        '} ',
        '`',
        '!',
        '。',
        '\n',
        '**',
        ' and ',
      ),
    )
    fc.assert(
      fc.property(text, fc.array(fc.string(), { maxLength: 3 }), (pieces, items) => {
        const summary = summaryOf(pieces.join(''), items) ?? summaryOfItems(items)
        if (summary === null) return
        expect(countSentences(summary)).toBeLessThanOrEqual(2)
        expect(estimateTokens(summary)).toBeLessThanOrEqual(200)
        expect(summary).toBe(summary.replace(/\s+/g, ' ').trim())
        expect(summary).not.toMatch(/\p{Co}/u)
        expect(summary.split('{')).toHaveLength(summary.split('}').length)
      }),
    )
  })
})
