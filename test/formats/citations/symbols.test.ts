import { expect, test } from 'vitest'
import { findSymbols, symbolName } from '../../../src/formats/citations/symbol-name.ts'

test.each<[string, string | null]>([
  ['openPool', 'openPool'],
  ['OpenPool', 'OpenPool'],
  ['open_pool', 'open_pool'],
  ['_open_pool', 'open_pool'],
  ['connect()', 'connect'],
  ['parseRow(line)', 'parseRow'],
  ['Pool.openAll()', 'openAll'],
  ['pool::Manager', 'Manager'],
  ['Pool#release', 'release'],
  ['usePool.get', 'usePool'],
  ['HTTPServer', 'HTTPServer'],
  ['connect', null],
  ['open()', null],
  ['DATABASE_URL', null],
  ['process.env', 'process'],
  ['fooBar', null],
  ['myFunction', null],
  ['a-b_c', null],
  ['kebab-case', null],
  ['x === openPool', null],
  ['{openPool}', null],
  ['1.2.3', null],
  ['', null],
])('%j means %j', (word, name) => expect(symbolName(word)).toBe(name))

test('names of code in inline code have their own place', () => {
  const text = 'See `src/pool.ts`.\n\n```\n`fencedName`\n```\n\nCall `Pool.openAll()`, not ``raw_open``.\r\n'
  expect(findSymbols(text)).toMatchObject([
    { kind: 'symbol', target: 'openAll', place: { line: 7, column: 12, endColumn: 19 } },
    { kind: 'symbol', target: 'raw_open', place: { line: 7, column: 30 } },
  ])
})
