import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { MemoryReport } from '../../src/core/memory-report.ts'
import { memoryMarkdown } from '../../src/reporters/memory-markdown.ts'
import { runs } from '../helpers/runs.ts'
import { obeyedCommands } from './github-runner.ts'
import { hostileCopy, MARK } from './hostile-copy.ts'
import { FORBIDDEN } from './hostile-text.ts'
import { strayText } from './markdown-tree.ts'
import { overviewOf, sampleCi } from './sample-ci.ts'
import { reportOf } from './sample-report.ts'

const sample: MemoryReport = {
  version: 1,
  name: 'shop',
  today: '2026-06-01',
  report: sampleCi.report,
  overviews: [...sampleCi.overviews, overviewOf({ layout: 'atomic' })],
}

test('one of everything', () => {
  expect(memoryMarkdown(sample)).toMatchSnapshot()
})

test('nothing is wrong', () => {
  expect(memoryMarkdown({ ...sample, report: reportOf([]), overviews: [] })).toMatchSnapshot()
})

test('what is left out is counted', () => {
  const many = (count: number, name: string) => [...Array(count).keys()].map((i) => `${name}${i}`)
  const text = memoryMarkdown({
    ...sample,
    overviews: [
      overviewOf({
        parts: many(300, 'p').map((name) => ({
          name,
          documents: 1,
          items: 0,
          errors: 0,
          warnings: 0,
          infos: 0,
        })),
        plans: many(70, 'x').map((name, i) => {
          return {
            path: name,
            part: '',
            name,
            status: i < 60 ? 'new' : 'done',
            created: `2026-01-${10 + (i % 20)}`,
          }
        }),
        tags: many(150, 't').map((name) => ({ name, count: 1 })),
        budgets: many(250, 'b').map((name) => ({
          name,
          lines: 1,
          tokens: 1,
          mostLines: null,
          mostTokens: null,
        })),
        logs: many(250, 'l').map((path) => ({ path, part: '', items: 51, most: 50, months: [] })),
      }),
    ],
  })
  for (const rest of [
    '100 more parts.',
    '  - 40 more\n',
    '`t99` 1, 50 more',
    '50 more.',
    '- 50 more logs',
    '230 more logs, none of them fuller.',
  ])
    expect(text).toContain(rest)
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
    { numRuns: runs(1000) },
  )
})
