import fc from 'fast-check'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { describe, expect, test } from 'vitest'
import { markdown } from '../../src/reporters/markdown.ts'
import { runs } from '../helpers/runs.ts'
import { hostileReport } from './hostile-findings.ts'
import { diagnostic, reportOf } from './sample-report.ts'
import { sharedReport } from './shared-report.ts'

type Node = { readonly type: string; readonly value?: string; readonly children?: readonly Node[] }

const parser = unified().use(remarkParse)

function nodesOf(text: string): Node[] {
  const all = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(all)]
  return all(parser.parse(text) as Node)
}

test('verdict first, then findings by file', () => {
  const report = reportOf([
    diagnostic(),
    diagnostic({ line: 9, new: false }),
    diagnostic({ path: '.', severity: 'warning', rule: 'growth', message: 'Large `x`', help: '' }),
  ])
  expect(markdown(report, { markNew: true })).toBe(
    [
      '**✖ memkeep: 2 errors, 1 warning, 2 new, in 2 documents, 1 item**',
      '',
      '### `memory/decisions.md`',
      '',
      '- **error** 3:5 **new** ``Unexpected tag `Big`, expected lower case`` (`entry-tags`)',
      '  - ``Write `big`.``',
      '- **error** 9:5 ``Unexpected tag `Big`, expected lower case`` (`entry-tags`)',
      '',
      '### Repository',
      '',
      '- **warning** **new** `` Large `x` `` (`growth`)',
      '',
    ].join('\n'),
  )
})

test('old errors that fail no run', () => {
  const old = diagnostic({ line: 9, new: false })
  const lines = (fails: boolean): readonly string[] =>
    markdown(reportOf([old]), { markNew: true, fails: () => fails }).split('\n')
  expect(lines(false)[0]).toBe('**✔ memkeep: 1 old error, 0 new, in 2 documents, 1 item**')
  expect(lines(false)[4]).toMatch(/^- error 9:5 old /)
  expect(lines(true)[0]).toBe('**✖ memkeep: 1 error, 0 new, in 2 documents, 1 item**')
  expect(lines(true)[4]).toMatch(/^- \*\*error\*\* 9:5 `/)
})

test('nothing to report', () => {
  expect(markdown(reportOf([]), { markNew: true })).toBe(
    '**✔ memkeep: nothing to report in 2 documents, 1 item**\n',
  )
})

describe('a limit', () => {
  const findings = (count: number): ReturnType<typeof diagnostic>[] =>
    [...Array(count).keys()].map((i) =>
      diagnostic({ path: `memory/ü${i % 100}.md`, line: i + 1, severity: i % 3 === 0 ? 'error' : 'warning' }),
    )

  test('of 900 KiB holds however many there are, and counts are exact', () => {
    const text = markdown(reportOf(findings(30_000)), { markNew: false })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(900 * 1024)
    expect(Buffer.byteLength(text)).toBeGreaterThan(600 * 1024)
    expect(text).toContain('memkeep: 10000 errors, 20000 warnings in')
    const shown = {
      errors: text.match(/^- \*\*error/gm)?.length,
      warnings: text.match(/^- \*\*warn/gm)?.length ?? 0,
    }
    const left = 30_000 - 10_000 - shown.warnings
    expect(shown.errors).toBe(10_000)
    expect(text.endsWith(`\n\n${left} more: ${left} warnings\n`)).toBe(true)
  })

  test.each([0, 600, 2_000, 10_000])('of %i bytes leaves out the mildest', (mostBytes) => {
    const text = markdown(reportOf(findings(300)), { markNew: false, mostBytes })
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.max(512, mostBytes))
    expect(text).toMatch(/\d+ more: \d+ errors, 200 warnings\n$/)
    expect(text).not.toContain('- **warning**')
  })
})

/** What is in this Markdown besides code spans: nothing that a finding says. */
const STRUCTURE = ['root', 'paragraph', 'strong', 'text', 'heading', 'inlineCode', 'list', 'listItem']
const OWN_TEXT =
  /^(?:[✖⚠✔] memkeep: [\w ,]+|Repository|error|warning|info|new|[ ()]*(?:\d+:\d+)?[ ()]*|\d+ more: [\w ,]+)$/

test('untrusted text is in code spans, whatever it is', () => {
  expect(nodesOf(markdown(sharedReport, { markNew: true })).map(({ type }) => type)).toEqual(
    expect.not.arrayContaining(['html', 'link', 'code']),
  )
  fc.assert(
    fc.property(hostileReport, fc.boolean(), (report, markNew) => {
      const nodes = nodesOf(markdown(report, { markNew }))
      for (const { type, value } of nodes) {
        expect(STRUCTURE).toContain(type)
        if (type === 'text') expect(value?.replaceAll('(nothing)', '')).toMatch(OWN_TEXT)
      }
      expect(nodes.filter(({ type }) => type === 'listItem').length).toBeGreaterThanOrEqual(
        report.diagnostics.length,
      )
    }),
    { numRuns: runs(1_000) },
  )
})
