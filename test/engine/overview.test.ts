import { expect, test } from 'vitest'
import type { Item } from '../../src/core/document.ts'
import { overviewsOf, partsOfFindings } from '../../src/engine/overview.ts'
import { documentOf, itemOf, layoutOf, line, memoryOf, NO_ITEMS } from '../core/literal-parts.ts'
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
      items: { ...NO_ITEMS, kinds: [{ name: 'decision', count: 3 }] },
      removed: [],
    },
  ])
})

test('a layout of one part, one that shows more, and one without documents', () => {
  const tags = [{ name: 'a', count: 2 }]
  const more = { budgets: [], logs: [], plans: [], tags, categories: [] }
  const memories = new Map([
    [
      layoutOf({ id: 'one', roots: () => [{ path: 'memory' }], reports: { overview: () => more } }),
      memoryOf(documents),
    ],
    [layoutOf({ id: 'none' }), memoryOf([])],
  ])
  const overviews = overviewsOf(memories, [diagnosticOf({ path: 'x', layout: 'none' })])
  expect(overviews).toEqual([
    {
      layout: 'one',
      parts: [part('', { documents: 3, items: 3 })],
      items: { ...NO_ITEMS, kinds: [{ name: 'decision', count: 3 }] },
      removed: [],
      ...more,
    },
  ])
})

const overviewOf = (items: readonly Item[]) =>
  overviewsOf(new Map([[layout, memoryOf([documentOf({ path: 'memory/b', items })])]]), [])[0]

test('kinds, statuses and tags of items, and from when to when they are', () => {
  const overview = overviewOf([
    itemOf({ key: 'a', kind: 'task', status: 'todo', tags: ['x', 'y'], date: '2026-05-01' }),
    itemOf({ key: 'b', kind: 'task', status: 'done', tags: ['y'], date: '2025-12-31T23:30:00-02:00' }),
    itemOf({ key: 'c', kind: 'fact', status: 'done', date: '2026-01-01' }),
  ])
  expect(overview?.tags).toEqual([
    { name: 'y', count: 2 },
    { name: 'x', count: 1 },
  ])
  expect(overview?.items).toEqual({
    kinds: [
      { name: 'task', count: 2 },
      { name: 'fact', count: 1 },
    ],
    statuses: [
      { name: 'done', count: 2 },
      { name: 'todo', count: 1 },
    ],
    first: '2026-01-01',
    last: '2026-05-01',
    living: 0,
    undated: 0,
    oldest: [],
  })
})

test('the ten oldest items that are meant to be true now; those without a date are counted', () => {
  const living = (key: string, part: Partial<Item> = {}) => itemOf({ key, living: true, ...part })
  const days = Array.from({ length: 12 }, (_, i) => `2026-03-${String(i + 10)}`)
  const documents = [
    documentOf({
      path: 'memory/z',
      items: [
        living('z9', { date: '2026-03-01', place: line(9) }),
        living('z2', { date: '2026-03-01', place: line(2) }),
        itemOf({ key: 'a record of its day', date: '2020-01-01' }),
        itemOf({ key: 'over', date: '2020-01-01', living: false }),
        living('undated'),
      ],
    }),
    documentOf({
      path: 'memory/a',
      items: [
        living('midnight', { date: '2026-03-01T00:00:00Z' }),
        living('before midnight', { date: '2026-03-01T00:30:00+01:00' }),
        ...days.map((date) => living(date, { date })),
      ],
    }),
  ]
  const [overview] = overviewsOf(new Map([[layout, memoryOf(documents)]]), [])
  expect(overview?.items.living).toBe(17)
  expect(overview?.items.undated).toBe(1)
  expect(overview?.items.oldest.map(({ path, line, title }) => `${path}:${line} ${title}`)).toEqual([
    'memory/a:1 before midnight',
    'memory/a:1 midnight',
    'memory/z:2 z2',
    'memory/z:9 z9',
    ...days.slice(0, 6).map((date) => `memory/a:1 ${date}`),
  ])
})

test('the part of each finding, in the order of the findings', () => {
  const found = ['memory/web/a', '.', 'memory/api/b'].map((path) => diagnosticOf({ path, layout: 'test' }))
  const other = diagnosticOf({ path: 'memory/web/a', layout: 'other' })
  const memories = new Map([[layout, memoryOf(documents)]])
  expect(partsOfFindings(memories, [...found, other])).toEqual(['web', '', 'api', ''])
})
