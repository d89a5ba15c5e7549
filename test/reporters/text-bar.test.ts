import { expect, test } from 'vitest'
import { textBar } from '../../src/reporters/memory-markdown.ts'

test.each([
  [0, 50, '░░░░░░░░░░░░░░░░░░░░'],
  [1, 5000, '█░░░░░░░░░░░░░░░░░░░'],
  [25, 50, '██████████░░░░░░░░░░'],
  [49, 50, '███████████████████░'],
  [50, 50, '████████████████████'],
  [500, 50, '████████████████████'],
  [1, 0, '████████████████████'],
])('%i of %i is %s', (size, most, bar) => {
  expect(textBar(size, most)).toBe(bar)
})
