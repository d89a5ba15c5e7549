import { expect, test } from 'vitest'
import { readOptions } from '../../bench/options.ts'

test('defaults: size M, five rounds, all peers, 300 s', () => {
  expect(readOptions([])).toEqual({
    what: 'check',
    sizes: ['M'],
    rounds: 5,
    peers: ['rumdl', 'markdownlint-cli2', 'remark-cli'],
    seed: 1,
    timeout: 300,
    bin: '',
  })
})

test('lists of sizes and peers', () => {
  expect(readOptions(['--size', 'S,M', '--peers', 'rumdl'])).toMatchObject({
    sizes: ['S', 'M'],
    peers: ['rumdl'],
  })
  expect(readOptions(['--peers', 'none'])?.peers).toEqual([])
})

test.each([
  ['--size', 'XXL'],
  ['--rounds', '0'],
  ['--rounds', 'many'],
  ['--peers', 'nobody'],
  ['--timeout', '-1'],
  ['--unknown', '1'],
])('%s %s is refused', (flag, value) => {
  expect(readOptions([flag, value])).toBeNull()
})
