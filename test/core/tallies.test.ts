import { expect, test } from 'vitest'
import { tallies } from '../../src/core/memory-overview.ts'

test('the commonest comes first, equals in code point order', () => {
  expect(tallies(['b', 'a', 'Z', 'b'])).toEqual([
    { name: 'b', count: 2 },
    { name: 'Z', count: 1 },
    { name: 'a', count: 1 },
  ])
  expect(tallies([])).toEqual([])
})

test('names of what every object has are names like others', () => {
  expect(tallies(['constructor', '__proto__', '__proto__'])).toEqual([
    { name: '__proto__', count: 2 },
    { name: 'constructor', count: 1 },
  ])
})
