import type { Log, Run } from 'sarif'
import { describe, expect, test } from 'vitest'
import { ruleCatalogue } from '../../src/cli/explain.ts'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'
import { fingerprintsOf } from '../../src/engine/output.ts'
import { type SarifContext, sarif, sarifListed } from '../../src/reporters/sarif.ts'
import { diagnostic, reportOf } from './sample-report.ts'
import { sharedReport } from './shared-report.ts'

const rules = ruleCatalogue().map(({ rule }) => rule)

function runOf(report: Report, changes: Partial<SarifContext> = {}): Run {
  const fingerprints = fingerprintsOf(report.diagnostics)
  const context = { version: '1.2.3', rules, fingerprints, fixes: new Map(), markNew: false, ...changes }
  const log: Log = JSON.parse(sarif(report, context))
  expect([log.version, log.runs.length]).toEqual(['2.1.0', 1])
  const [run] = log.runs
  if (!run) throw new Error('no run')
  return run
}

describe('the run', () => {
  test('names its rules, with what their pages say', () => {
    const { driver } = runOf(reportOf([])).tool
    expect(driver).toMatchObject({ name: 'memkeep', version: '1.2.3' })
    expect(driver.rules?.map(({ id }) => id)).toEqual(rules.map(({ id }) => id))
    for (const [i, rule] of (driver.rules ?? []).entries()) {
      expect(rule.help?.text).toContain(rules[i]?.howToFix)
      expect(rule.help?.markdown).toMatch(
        /^.+\n\nNot accepted:\n\n(`{3,})\n.+\n\1\n\nAccepted:\n\n(`{3,})\n.*\2$/s,
      )
      expect(rule.fullDescription?.text).toMatch(/[.!?]$/)
      expect(['error', 'warning', 'note']).toContain(rule.defaultConfiguration?.level)
    }
  })

  test('counts columns as we do, and lines', () => {
    expect(runOf(reportOf([]))).toMatchObject({
      columnKind: 'utf16CodeUnits',
      newlineSequences: ['\r\n', '\n', '\r'],
      results: [],
      invocations: [{ executionSuccessful: true, toolExecutionNotifications: [] }],
    })
  })
})

describe('a result', () => {
  test('has its rule, place, and a path that is a URI', () => {
    const results = runOf(sharedReport).results ?? []
    expect(results.map(({ level }) => level)).toEqual(['error', 'error', 'error', 'warning', 'note', 'error'])
    expect(results.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation)).toEqual(
      [
        './',
        'a%20b/%250A%2Cc%3Ad/%3A%3Aerror%3A%3Ax%1B%5B31m%E2%80%AE%0A%23%23%5Bgroup%5D%60%3Cb%3E%26%22%5D%5D%3E%EF%BF%BE.md',
        'memory/decisions.md',
        'memory/decisions.md',
        'memory/decisions.md',
        'memory/%C3%BCber%20%26%20out/a%2Cb.md',
      ].map((uri) => ({ uri, uriBaseId: '%SRCROOT%' })),
    )
    expect(results[3]).toEqual({
      ruleId: 'growth',
      ruleIndex: rules.findIndex(({ id }) => id === 'growth'),
      level: 'warning',
      message: { text: 'Unexpected tag `Big`, expected lower case.' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'memory/decisions.md', uriBaseId: '%SRCROOT%' },
            region: { startLine: 7, startColumn: 5, endLine: 8, endColumn: 2 },
          },
        },
      ],
      partialFingerprints: { 'memkeep/v1': expect.stringMatching(/^[0-9a-f]{24}$/) },
    })
  })

  test('of an unknown rule has no index', () => {
    const [result] = runOf(reportOf([diagnostic({ rule: 'no-such-rule' })])).results ?? []
    expect(result).not.toHaveProperty('ruleIndex')
  })

  test('of a path that is no Unicode has one too', () => {
    const [result] = runOf(reportOf([diagnostic({ path: 'a\ud800b.md' })])).results ?? []
    expect(result?.locations?.[0]?.physicalLocation?.artifactLocation?.uri).toBe('a%EF%BF%BDb.md')
  })

  test('says text that no reader takes for a link or an argument', () => {
    const message = 'See [x](https://example.com) and {0} or {a}'
    const [result, other] = runOf(
      reportOf([diagnostic({ message, help: '' }), diagnostic({ message: 'On [2026-01-01]', help: '' })]),
    ).results ?? [{ message: {} }]
    expect(result?.message.text).toBe('See \\[x\\](https://example.com) and {{0}} or {a}.')
    expect(other?.message.text).toBe('On [2026-01-01].')
  })

  test('is new or unchanged where there was something to compare with', () => {
    const report = reportOf([diagnostic(), diagnostic({ new: false })])
    const states = (markNew: boolean): unknown[] =>
      (runOf(report, { markNew }).results ?? []).map(({ baselineState }) => baselineState)
    expect(states(true)).toEqual(['new', 'unchanged'])
    expect(states(false)).toEqual([undefined, undefined])
  })

  test('has what fixes it', () => {
    const one = diagnostic({ fixable: true })
    const place = { line: 3, column: 5, endLine: 3, endColumn: 8 }
    const [result] =
      runOf(reportOf([one]), { fixes: new Map([[one, [{ place, text: 'big\u202e' }]]]) }).results ?? []
    expect(result?.fixes).toEqual([
      {
        description: { text: 'Write `big`.' },
        artifactChanges: [
          {
            artifactLocation: { uri: 'memory/decisions.md', uriBaseId: '%SRCROOT%' },
            replacements: [
              {
                deletedRegion: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 8 },
                insertedContent: { text: 'big\u202e' },
              },
            ],
          },
        ],
      },
    ])
  })
})

describe('fingerprints', () => {
  const print = (...diagnostics: Diagnostic[]): string[] => [...fingerprintsOf(diagnostics).values()]

  test('stay when lines move, and separate findings that say the same', () => {
    const before = print(diagnostic({ line: 3 }), diagnostic({ line: 9 }))
    const after = print(diagnostic({ line: 30 }), diagnostic({ line: 90, column: 2 }))
    expect(after).toEqual(before)
    expect(new Set(before).size).toBe(2)
  })

  test('differ by file, rule, message and layout', () => {
    const changes = [{}, { path: 'a' }, { rule: 'a' }, { message: 'a' }, { layout: 'a' }]
    expect(new Set(print(...changes.map((one) => diagnostic(one)))).size).toBe(changes.length)
  })
})

test('of too many, the worst and newest are listed in their order, and the rest is counted', () => {
  const many = (count: number, changes: Partial<Diagnostic>): Diagnostic[] =>
    [...Array(count).keys()].map((i) => diagnostic({ line: i + 1, ...changes }))
  const report = reportOf([
    ...many(3_000, { path: 'a.md', severity: 'warning' }),
    ...many(3_000, { path: 'b.md', severity: 'error', new: false }),
    ...many(3_000, { path: 'c.md', severity: 'error' }),
  ])
  const listed = sarifListed(report)
  expect([listed.length, listed[0]?.path, listed[1_999]?.line, listed.at(-1)?.path]).toEqual([
    5_000,
    'b.md',
    2_000,
    'c.md',
  ])
  const { results, invocations } = runOf(report)
  expect(results).toHaveLength(5_000)
  expect(invocations?.[0]?.toolExecutionNotifications).toEqual([
    { level: 'warning', message: { text: '4000 more are not listed: 1000 errors, 3000 warnings.' } },
  ])
})
