import { expect, test } from 'vitest'
import { parseShard } from '../../src/core/shard.ts'

test.each([
  ['1/1', { index: 1, of: 1 }],
  ['3/8', { index: 3, of: 8 }],
  ['1000/1000', { index: 1000, of: 1000 }],
])('%s is a shard', (text, shard) => {
  expect(parseShard(text)).toEqual(shard)
})

test.each([
  '',
  '1',
  '/',
  '0/1',
  '2/1',
  '1/0',
  '1/1001',
  '01/2',
  '1/ 2',
  '1/2/3',
  '-1/2',
  '1.5/2',
  '1/2\n',
  '１/２',
])('%j is none', (text) => {
  expect(parseShard(text)).toBeNull()
})
