import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CiReport } from '../../src/core/report.ts'
import { stepSummary } from '../../src/reporters/step-summary.ts'
import { obeyedCommands } from '../helpers/runner-commands.ts'
import { runs } from '../helpers/runs.ts'
import { hostileCopy, MARK } from './hostile-copy.ts'
import { FORBIDDEN } from './hostile-text.ts'
import { strayText } from './markdown-tree.ts'
import { ciOf, differenceOf, overviewOf, sampleCi } from './sample-ci.ts'
import { diagnostic, reportOf } from './sample-report.ts'

const firstLine = (changes: Partial<CiReport>): string => stepSummary(ciOf(changes)).split('\n')[0] ?? ''
const [error, warning] = [diagnostic(), diagnostic({ severity: 'warning' })]
const [oldError, oldWarning] = [
  { ...error, new: false },
  { ...warning, new: false },
]

describe('the first line is the verdict', () => {
  test.each<[string, Partial<CiReport>]>([
    ['✅ memkeep: nothing new is wrong', {}],
    ['✅ memkeep: nothing is wrong', { base: null }],
    ['❌ memkeep: 1 new error', { failing: 1, report: reportOf([error]) }],
    ['❌ memkeep: 2 new errors', { failing: 2, report: reportOf([error, error, oldError]) }],
    [
      '✅ memkeep: nothing new is wrong; 1 error and 2 warnings were there before',
      { report: reportOf([oldError, oldWarning, oldWarning]) },
    ],
    ['✅ memkeep: nothing new is wrong; 1 error was there before', { report: reportOf([oldError]) }],
    ['✅ memkeep: no new errors, 1 new warning', { report: reportOf([warning]) }],
    ['✅ memkeep: nothing that fails, 1 new error', { report: reportOf([error]) }],
    ['✅ memkeep: no errors, 1 warning', { base: null, report: reportOf([warning]) }],
    ['❌ memkeep: 1 error, none of them new', { failOn: 'all', failing: 1, report: reportOf([oldError]) }],
    [
      '❌ memkeep: 2 errors, not all of them new',
      { failOn: 'all', failing: 2, report: reportOf([error, oldError]) },
    ],
    ['❌ memkeep: 2 errors', { failOn: 'all', failing: 2, report: reportOf([error, error]) }],
    [
      '❌ memkeep: 2 errors and warnings',
      { failOn: 'warning', failing: 2, report: reportOf([error, warning]) },
    ],
    ['❌ memkeep: 1 error or warning', { failOn: 'warning', failing: 1, report: reportOf([warning]) }],
    [
      '✅ memkeep: nothing new is wrong on this branch; merging with `main` conflicts and was not checked',
      { unmerged: { name: 'main', conflicts: true } },
    ],
    [
      '❌ memkeep: 1 new error; merging with `main` was not checked',
      { failing: 1, report: reportOf([error]), unmerged: { name: 'main', conflicts: false } },
    ],
  ])('%s', (line, changes) => {
    expect(firstLine(changes)).toBe(`## ${line}`)
  })
})

test('what to do is whole, or ends with a sentence', () => {
  const advice = (help: string): string | undefined =>
    /What to do: `(.*)`$/m.exec(stepSummary(ciOf({ report: reportOf([diagnostic({ help })]) })))?.[1]
  const sentence = `Write ${'word '.repeat(50)}and no more.`
  const three = [sentence, sentence, sentence].join(' ')
  expect(advice(three)).toBe(three)
  expect(advice(`${three} ${sentence}`)).toBe(`${three} …`)
  expect(advice('word '.repeat(300))).toBe(`${'word '.repeat(60)}…`)
})

test('one of everything', () => {
  expect(stepSummary(sampleCi)).toMatchSnapshot()
})

test('nothing at all', () => {
  expect(stepSummary(ciOf({ event: '', base: null }))).toMatchSnapshot()
  expect(stepSummary(ciOf({ differences: [differenceOf()] }))).toMatchSnapshot()
})

describe('however many there are', () => {
  const many = <T>(count: number, make: (i: number) => T): T[] => [...Array(count).keys()].map(make)
  const LIMIT = 900 * 1024

  const FINDINGS = runs(30_000, 6_000)
  const ITEMS = runs(20_000, 4_000)

  test(`${FINDINGS} findings, ${ITEMS} added items and tags, long titles: the counts are exact`, () => {
    const title = (i: number): string => `${'界\u0007'.repeat(2048)}${i}`
    const item = (i: number) => ({
      path: `memory/${i}/decisions.md`,
      line: i,
      kind: 'decision',
      title: title(i),
    })
    const text = stepSummary(
      ciOf({
        failing: FINDINGS,
        report: reportOf(
          many(FINDINGS, (i) =>
            diagnostic({ path: `memory/${i % (FINDINGS / 3)}.md`, message: title(i), help: title(i) }),
          ),
        ),
        differences: [
          differenceOf({
            added: many(ITEMS, item),
            lost: many(ITEMS, item),
            tags: { new: many(ITEMS, title), gone: [] },
          }),
        ],
        notices: many(5000, title),
        pending: many(500, (i) => ({ id: title(i), summary: title(i), files: i })),
        overviews: [
          overviewOf({
            logs: many(5000, (i) => ({ path: title(i), part: '', items: 99 + i, most: 50, months: [] })),
            budgets: many(5000, (i) => ({
              name: title(i),
              lines: 9,
              tokens: 9,
              mostLines: 9,
              mostTokens: null,
            })),
          }),
        ],
      }),
    )
    expect(new TextEncoder().encode(text).length).toBeLessThan(LIMIT)
    expect(text.split('\n')[0]).toBe(`## ❌ memkeep: ${FINDINGS} new errors`)
    expect(text).toContain(`**${ITEMS} added**`)
    expect(text).toContain(`**${ITEMS} lost`)
    const shown = [...text.matchAll(/^- `memory\/\d+\.md`: 3 errors$/gm)].length
    expect(shown).toBeGreaterThan(5)
    expect(text).toContain(`- ${FINDINGS - 3 * shown} more findings in ${FINDINGS / 3 - shown} more files\n`)
    const added = text.slice(text.indexOf(`**${ITEMS} added`), text.indexOf(`**${ITEMS} lost`))
    const items = [...added.matchAll(/^- decision `/gm)].length
    expect(items).toBeGreaterThan(5)
    expect(added).toContain(`- ${ITEMS - items} more\n`)
    expect(text).toMatch(/, \d+ more\n/)
  })

  test('five layouts with everything at its longest', () => {
    const title = '\u{e0041}'.repeat(2048)
    const item = { path: title, line: 1, kind: title, title, fields: many(50, () => title), from: title }
    const list = many(300, () => item)
    const use = { name: title, lines: 9, tokens: 9, mostLines: 9, mostTokens: null }
    const layouts = many(5, (i) => `${i}${title}`)
    const text = stepSummary(
      ciOf({
        failing: 60_000,
        event: title,
        head: title,
        base: { name: title, oid: title },
        report: reportOf(
          many(600, (i) =>
            diagnostic({ path: `${title}${i % 3}`, message: title, help: title, rule: title }),
          ),
        ),
        differences: layouts.map((layout) =>
          differenceOf({
            layout,
            ...{ added: list, changed: list, superseded: list, archived: list, lost: list },
            tags: { new: many(300, () => title), gone: many(300, () => title) },
            budgets: { before: many(300, () => use), after: [] },
          }),
        ),
        overviews: layouts.map((layout) =>
          overviewOf({
            layout,
            budgets: many(300, () => use),
            logs: many(99, () => ({ path: title, part: '', items: 51, most: 50, months: [] })),
          }),
        ),
        pending: many(300, () => ({ id: title, summary: title, files: 1 })),
        notices: many(300, () => title),
      }),
    )
    expect(new TextEncoder().encode(text).length).toBeLessThan(LIMIT)
  })

  test('one file has no room for all of its own, and says so', () => {
    const text = stepSummary(ciOf({ report: reportOf(many(70, (i) => diagnostic({ line: i + 1 }))) }))
    expect(text).toContain('- `memory/decisions.md`: 70 errors\n')
    expect(text).toContain('\n  - 20 more\n')
  })
})

test('what is new comes first, what was there before last and folded, the worst first in both', () => {
  const report = reportOf([
    diagnostic({ path: 'a.md', new: false, line: 1 }),
    diagnostic({ path: 'b.md', severity: 'info', line: 2, help: 'Do this.' }),
    diagnostic({ path: 'b.md', severity: 'error', new: false, line: 3 }),
    diagnostic({ path: 'b.md', severity: 'warning', line: 4, help: '' }),
    diagnostic({ path: 'c.md', line: 5 }),
    diagnostic({ path: 'c.md', severity: 'warning', new: false, line: 6 }),
  ])
  const said = 'Unexpected tag `Big`, expected lower case'
  const advice = 'What to do: ``Write `big`.``'
  const linesOf = (text: string): string[] => text.split('\n').filter((line) => /^#|^ *-|^</.test(line))
  const fresh = [
    '- `c.md`: 1 error',
    `  - **error** in line 5 (entry-tags): \`\`${said}\`\`. ${advice}`,
    '- `b.md`: 1 warning, 1 info',
    `  - warning in line 4 (entry-tags): \`\`${said}\`\``,
    `  - info in line 2 (entry-tags): \`\`${said}\`\`. What to do: \`Do this.\``,
  ]
  const old = [
    '- `a.md`: 1 error',
    `  - **error** in line 1 (entry-tags): \`\`${said}\`\`. ${advice}`,
    '- `b.md`: 1 error',
    `  - **error** in line 3 (entry-tags): \`\`${said}\`\`. ${advice}`,
    '- `c.md`: 1 warning',
    `  - warning in line 6 (entry-tags): \`\`${said}\`\`. ${advice}`,
  ]
  const folded = stepSummary(ciOf({ report }))
  expect(linesOf(folded).slice(1)).toEqual([
    '## What is new',
    ...fresh,
    '## What was checked',
    '<details><summary>What was there before: 2 errors and 1 warning</summary>',
    ...old,
    '</details>',
  ])
  const failing = linesOf(stepSummary(ciOf({ report, failOn: 'all', failing: 3 })))
  expect(failing.slice(-1 - old.length)).toEqual(['## What was there before', ...old])
  const alone = linesOf(stepSummary(ciOf({ report, base: null })))
  expect(alone.filter((line) => line.startsWith('#')).slice(1)).toEqual([
    '## What was found',
    '## What was checked',
  ])
  expect(alone.filter((line) => line.startsWith('  - '))).toHaveLength(6)
})

test('the base is named as the commit where the branch began', () => {
  const base = { name: 'main', oid: 'b'.repeat(40), isFork: true }
  expect(stepSummary(ciOf({ base }))).toContain('compared with `bbbbbbbbbbbb`, where it left `main`.')
})

describe('whatever the repository holds', () => {
  const tries = { numRuns: runs(1000) }

  test('its text is code, and nothing but code', () => {
    fc.assert(
      fc.property(hostileCopy(sampleCi), (ci) => {
        expect(strayText(stepSummary(ci), MARK)).toEqual([])
      }),
      tries,
    )
  })

  test('nothing of it is a command, a control character or another cell of a table', () => {
    fc.assert(
      fc.property(hostileCopy(sampleCi), (ci) => {
        const text = stepSummary(ci)
        expect(text).not.toMatch(FORBIDDEN)
        expect(obeyedCommands(text)).toEqual([])
        const rows = text.split('\n').filter((line) => line.startsWith('|'))
        expect(new Set(rows.map((row) => row.split('|').length))).toEqual(new Set([9]))
      }),
      tries,
    )
  })
})
