import { expect, test } from 'vitest'
import { textList } from '../../src/core/json.ts'

test('texts of a list, each once, and nothing else', () => {
  expect(textList(['a', '', 3, null, ['b'], 'a', 'c'])).toEqual(['a', 'c'])
  for (const value of [undefined, null, 'a', { 0: 'a' }, 1]) expect(textList(value)).toEqual([])
})
