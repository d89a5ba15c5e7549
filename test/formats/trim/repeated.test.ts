import { expect, test } from 'vitest'
import { wholeRepetitions } from '../../../src/formats/trim/repeated.ts'

const ITEMS = [
  '- Every answer of the server has a request id.',
  '- Every table has a column for the tenant,',
  '  and every query of it asks for one.',
  '- Every date is kept in UTC.',
]

const said = (text: string, ...lines: readonly number[]) =>
  lines.map((line) => ({ line, otherLine: line + 100, text: text.split('\n')[line - 1] ?? '' }))

test('a list goes as a whole, with the heading above it that would have nothing below', () => {
  const text = `# Shop\n\nA shop.\n\n## Rules\n\n${ITEMS.join('\n')}\n`
  expect(wholeRepetitions(text, said(text, 7, 8, 10))).toMatchObject({
    ranges: [
      [5, 5],
      [7, 10],
    ],
    count: 3,
    otherLine: 107,
  })
})

test('a block that a tool keeps stays, and so does one sentence', () => {
  const text = `<!-- OPENSPEC:START -->\n${ITEMS.join('\n')}\n<!-- OPENSPEC:END -->\n\nOne.\n`
  expect(wholeRepetitions(text, said(text, 2, 3, 5, 8))).toBe(null)
})

test('of half a list, table or paragraph nothing goes', () => {
  const list = `## Rules\n\n${ITEMS.join('\n')}\n`
  expect(wholeRepetitions(list, said(list, 3, 6))).toBe(null)
  const table = '| a | b |\n| --- | --- |\n| one | two |\n| three | four |\n'
  expect(wholeRepetitions(table, said(table, 3))).toBe(null)
  expect(wholeRepetitions(table, said(table, 3, 4))?.ranges).toEqual([[1, 4]])
  const two = 'An order is never changed.\nA refund is an order of its own.\n'
  expect(wholeRepetitions(two, said(two, 1))).toBe(null)
  expect(wholeRepetitions(two, said(two, 1, 2))?.ranges).toEqual([[1, 2]])
})
