import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BENCH_NAMES, readOptions } from '../../bench/options.ts'
import { PEER_NAMES } from '../../bench/peers/peers.ts'

test('defaults: everything at size M, five rounds, all peers, 300 s', () => {
  expect(readOptions([])).toEqual({
    benches: BENCH_NAMES,
    sizes: ['M'],
    unclean: false,
    rounds: 5,
    runs: 1,
    peers: PEER_NAMES,
    seed: 1,
    timeout: 300,
    bin: '',
    against: '',
    check: false,
    out: 'bench/RESULTS.md',
  })
})

test('names choose benches, which run in their own order', () => {
  expect(readOptions(['check', 'startup', 'check'])?.benches).toEqual(['startup', 'check'])
})

test('lists of sizes and peers', () => {
  expect(readOptions(['--size', 'S,M,S', '--peers', 'rumdl'])).toMatchObject({
    sizes: ['S', 'M'],
    peers: ['rumdl'],
  })
  expect(readOptions(['--peers', 'none'])?.peers).toEqual([])
})

test('checks of an unclean corpus, where checks are measured', () => {
  expect(readOptions(['check', '--unclean'])).toMatchObject({ benches: ['check'], unclean: true })
  expect(readOptions(['commit', '--unclean'])).toBeNull()
})

test('a check of the targets, and another place for the report', () => {
  expect(readOptions(['--check', '--out', '-'])).toMatchObject({ check: true, out: '-' })
})

test('another build to measure against, which writes no report unless one is named', () => {
  expect(readOptions(['--against', '../old/dist'])).toMatchObject({
    against: join('../old/dist', 'memkeep.cjs'),
    out: '-',
  })
  expect(readOptions(['--against', '../old/dist', '--out', 'a.md'])?.out).toBe('a.md')
})

test.each([
  ['nothing', '--check'],
  ['--size', 'XXL'],
  ['--size', 'toString'],
  ['--rounds', '0'],
  ['--rounds', 'many'],
  ['--peers', 'unknown'],
  ['--timeout', '-1'],
  ['--unknown', '1'],
])('%s %s is refused', (flag, value) => {
  expect(readOptions([flag, value])).toBeNull()
})
