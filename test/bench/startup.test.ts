import { expect, test } from 'vitest'
import { partsOf, partsTable } from '../../bench/startup/bundle-parts.ts'
import { loadTable } from '../../bench/startup/load-table.ts'
import { costsOf, type Loads } from '../../bench/startup/loads.ts'

const loads = (compileMs: number, kind: 'cached' | 'source'): Loads => ({
  start: 30,
  end: 30 + compileMs + 10,
  loads: [
    { kind: 'compile', name: 'main.cjs', ms: compileMs },
    { kind, name: 'main.cjs', ms: 0 },
    { kind: 'evaluate', name: 'main.cjs', ms: 2 },
    { kind: 'evaluate', name: 'main.cjs', ms: 1 },
    { kind: 'node', name: 'node:crypto', ms: 4 },
    { kind: 'node', name: 'node:path', ms: 0.1 },
  ],
})

test('costs are medians of runs, a file’s parts taken together', () => {
  const { costs, startMs, loadMs, workMs } = costsOf([
    loads(1, 'cached'),
    loads(2, 'cached'),
    loads(9, 'cached'),
  ])
  expect([startMs, loadMs.toFixed(1), workMs.toFixed(1)]).toEqual([30, '9.1', '2.9'])
  expect(costs[0]).toEqual({ name: 'main.cjs', isNode: false, isCached: true, compileMs: 2, evaluateMs: 3 })
  expect(costs[1]).toMatchObject({ name: 'node:crypto', isNode: true, isCached: false, evaluateMs: 4 })
})

test('the table has files, what Node brings, sums, and what is left for the work', () => {
  const sizes: { readonly [name: string]: number } = { 'main.cjs': 126_000, 'main.cjs.compiled': 176_400 }
  const [cached, source] = [costsOf([loads(2, 'cached')]), costsOf([loads(20, 'source')])]
  expect(
    loadTable(cached, source, (name) => sizes[name] ?? null)
      .split('\n')
      .slice(2),
  ).toEqual([
    '| main.cjs | 126 | 176 | 2.0 | 3.0 | 23.0 |',
    '| node:crypto |  |  | 0.0 | 4.0 | 4.0 |',
    '| 1 more modules of Node |  |  |  | 0.1 |  |',
    '| **all of loading** |  |  |  | 9.1 | 27.1 |',
    "| Node's own start, before |  |  |  | 30.0 | 30.0 |",
    '| the work itself |  |  |  | 2.9 | 2.9 |',
  ])
})

const input = (bytesInOutput: number) => ({ bytesInOutput })
const BUNDLES = {
  outputs: {
    'dist/main.cjs': {
      inputs: {
        'node_modules/a/node_modules/@b/c/index.js': input(2000),
        'node_modules/@b/c/other.js': input(1000),
        'src/layouts/workspace/rules/one.ts': input(500),
        'src/engine/deep/er.ts': input(300),
        'src/engine/check.ts': input(200),
        'src/bin.ts': input(100),
        'migrations/index.ts': input(50),
      },
    },
  },
}

test('parts of a bundle are packages, and folders of our own', () => {
  expect(partsOf(BUNDLES, 'main.cjs')).toEqual([
    ['@b/c', 3000],
    ['src/layouts/workspace/', 500],
    ['src/engine/deep/', 300],
    ['src/engine/', 200],
    ['src/', 100],
    ['migrations/', 50],
  ])
  expect(partsOf(BUNDLES, 'other.cjs')).toEqual([])
})

test('the table of bundles has a line for each', () => {
  const [, , row] = partsTable(BUNDLES, ['main.cjs']).split('\n')
  expect(row).toMatch(/^\| main\.cjs \| @b\/c 3\.0, src\/layouts\/workspace\/ 0\.5, /)
})
