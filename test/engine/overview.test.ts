import { expect, test } from 'vitest'
import { overviewsOf, partsOfFindings } from '../../src/engine/overview.ts'
import { documentOf, itemOf, layoutOf, memoryOf } from '../core/literal-parts.ts'
import { diagnostic as diagnosticOf } from '../reporters/sample-report.ts'

const areaOf = (path: string): string => path.split('/')[1] ?? ''
const layout = layoutOf({ roots: () => [{ path: 'memory' }], parts: { area: areaOf } })
const items = [itemOf({ key: 'a' }), itemOf({ key: 'b' })]
const documents = [
  documentOf({ path: 'memory/web/a', items }),
  documentOf({ path: 'memory/api/b', items: [itemOf({ key: 'c' })] }),
  documentOf({ path: 'memory/web/c' }),
]

const part = (name: string, counts: object = {}): object => ({
  name,
  documents: 0,
  items: 0,
  errors: 0,
  warnings: 0,
  infos: 0,
  ...counts,
})

test('documents, items and findings by part, in order of names', () => {
  const found = [
    diagnosticOf({ path: 'memory/web/a', layout: 'test', severity: 'error' }),
    diagnosticOf({ path: 'memory/web/a', layout: 'test', severity: 'warning' }),
    diagnosticOf({ path: 'memory/gone/d', layout: 'test', severity: 'info' }),
    diagnosticOf({ path: '.', layout: 'test', severity: 'error' }),
    diagnosticOf({ path: 'memory', layout: 'test', severity: 'error' }),
    diagnosticOf({ path: 'memory/web/a', layout: 'other', severity: 'error' }),
  ]
  expect(overviewsOf(new Map([[layout, memoryOf(documents)]]), found)).toEqual([
    {
      layout: 'test',
      parts: [
        part('', { errors: 2 }),
        part('api', { documents: 1, items: 1 }),
        part('gone', { infos: 1 }),
        part('web', { documents: 2, items: 2, errors: 1, warnings: 1 }),
      ],
      budgets: [],
      logs: [],
      plans: [],
      tags: [],
      categories: [],
      removed: [],
    },
  ])
})

test('a layout of one part, one that shows more, and one without documents', () => {
  const tags = [{ name: 'a', count: 2 }]
  const more = { budgets: [], logs: [], plans: [], tags, categories: [] }
  const memories = new Map([
    [layoutOf({ id: 'one', roots: () => [{ path: 'memory' }], overview: () => more }), memoryOf(documents)],
    [layoutOf({ id: 'none' }), memoryOf([])],
  ])
  const overviews = overviewsOf(memories, [diagnosticOf({ path: 'x', layout: 'none' })])
  expect(overviews).toEqual([
    { layout: 'one', parts: [part('', { documents: 3, items: 3 })], removed: [], ...more },
  ])
})

test('the part of each finding, in the order of the findings', () => {
  const found = ['memory/web/a', '.', 'memory/api/b'].map((path) => diagnosticOf({ path, layout: 'test' }))
  const other = diagnosticOf({ path: 'memory/web/a', layout: 'other' })
  const memories = new Map([[layout, memoryOf(documents)]])
  expect(partsOfFindings(memories, [...found, other])).toEqual(['web', '', 'api', ''])
})
