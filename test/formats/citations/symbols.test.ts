import { expect, test } from 'vitest'
import { symbolName } from '../../../src/formats/citations/symbol-name.ts'

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
