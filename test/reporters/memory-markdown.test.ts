import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemoryOverview } from '../../src/core/memory-overview.ts'
import type { MemoryReport } from '../../src/core/report.ts'
import { memoryMarkdown } from '../../src/reporters/memory-markdown.ts'
import { obeyedCommands } from '../helpers/runner-commands.ts'
import { runs } from '../helpers/runs.ts'
import { hostileCopy, MARK } from './hostile-copy.ts'
import { FORBIDDEN } from './hostile-text.ts'
import { strayText } from './markdown-tree.ts'
import { overviewOf, sampleCi } from './sample-ci.ts'
import { diagnostic, reportOf } from './sample-report.ts'

const sample: MemoryReport = {
  version: 1,
  name: 'shop',
  today: '2026-06-01',
  report: sampleCi.report,
  overviews: [...sampleCi.overviews, overviewOf({ layout: 'atomic' })],
  parts: [],
}

test('one of everything', () => {
  expect(memoryMarkdown(sample)).toMatchSnapshot()
})

test('nothing is wrong', () => {
  expect(memoryMarkdown({ ...sample, report: reportOf([]), overviews: [] })).toMatchSnapshot()
})

const many = <T>(count: number, make: (i: number) => T): T[] => [...Array(count).keys()].map(make)

/** Much of everything, with names as long as given. */
function full(layout: string, named: (name: string) => string): MemoryOverview {
  return overviewOf({
    layout,
    parts: many(300, (i) => {
      return { name: named(`p${i}`), documents: 1, items: 0, errors: 0, warnings: 0, infos: 0 }
    }),
    plans: many(70, (i) => {
      const created = `2026-01-${10 + (i % 20)}`
      return {
        path: named(`x${i}`),
        part: '',
        name: named('x'),
        status: i < 60 ? 'new' : named(`s${i}`),
        created,
      }
    }),
    tags: many(1500, (i) => ({ name: named(`t${i}`), count: 1 })),
    categories: many(1500, (i) => ({ name: named(`c${i}`), count: 1 })),
    budgets: many(250, (i) => ({
      name: named(`b${i}`),
      lines: 1,
      tokens: 1,
      mostLines: 2,
      mostTokens: null,
    })),
    loads: many(250, (i) => ({
      agent: named(`a${i}`),
      name: named(`n${i}`),
      session: null,
      files: many(30, () => ({ path: named('f'), size: 9, tokens: 0, lost: named('h') })),
      unit: 'lines' as const,
      total: 9,
      most: 5,
      standing: 'enforced' as const,
      source: named('s'),
      asOf: '2026-05',
    })),
    logs: many(250, (i) => ({ path: named(`l${i}`), part: '', items: 51, most: 50, months: [] })),
  })
}

const found = many(3000, (i) => diagnostic({ path: `${i}.md`, message: 'x'.repeat(4096) }))

test('what is left out is counted', () => {
  const text = memoryMarkdown({
    ...sample,
    overviews: [full('workspace', (name) => name)],
    report: reportOf(found),
  })
  const shown = (pattern: RegExp): number => [...text.matchAll(pattern)].length
  expect(text).toContain(`${300 - shown(/^\| `p\d+`/gm)} more parts.`)
  expect(text).toContain(`\n${250 - shown(/^\| `b\d+`/gm)} more.\n`)
  expect(text).toContain('\n230 more logs, none of them fuller.\n')
  expect(text).toContain(`- ${250 - shown(/^- `l\d+`/gm)} more logs\n`)
  expect(text).toContain(`${1500 - shown(/`t\d+` 1/g)} more\n`)
  expect(text).toMatch(/- `new`: 60 plans\n( {2}- `x`, .*\n){20} {2}- 40 more\n/)
  const files = shown(/^- `\d+\.md`: 1 error$/gm)
  expect(files).toBeGreaterThan(5)
  expect(text).toContain(`- ${3000 - files} more findings in ${3000 - files} more files\n`)
})

test.each([
  ['one layout', ['workspace'], (name: string) => name],
  ['five layouts', ['a', 'b', 'c', 'd', 'e'], (name: string) => name],
  [
    'five layouts and long names',
    ['a', 'b', 'c', 'd', 'e'],
    (name: string) => name + '\u{e0041}'.repeat(2048),
  ],
])('%s with much of everything fit into an issue', (_, layouts, named) => {
  const overviews = layouts.map((layout) => full(layout, named))
  const text = memoryMarkdown({ ...sample, name: named(''), overviews, report: reportOf(found) })
  expect(new TextEncoder().encode(text).length).toBeLessThan(60 * 1024)
})

test('whatever the repository holds, its text is code, no command and no other cell', () => {
  fc.assert(
    fc.property(hostileCopy(sample), (report) => {
      const text = memoryMarkdown({ ...report, today: '2026-06-01' })
      expect(strayText(text, MARK)).toEqual([])
      expect(text).not.toMatch(FORBIDDEN)
      expect(obeyedCommands(text)).toEqual([])
      const rows = text.split('\n').filter((line) => line.startsWith('|'))
      expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([8, 6]))
    }),
    { numRuns: runs(1000, 30) },
  )
})
