import fc from 'fast-check'
import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import { codeFrames } from '../../src/reporters/code-frame.ts'
import { indexText } from '../../src/reporters/index-text.ts'
import { json } from '../../src/reporters/json.ts'
import { stylish } from '../../src/reporters/stylish.ts'
import { obeyedCommands, runnerLines } from '../helpers/runner-commands.ts'
import { runs } from '../helpers/runs.ts'
import { FORBIDDEN, hostileText } from './hostile-text.ts'
import { reportOf } from './sample-report.ts'

const RUNS = { numRuns: runs(2000) }
const plain = picocolors.createColors(false)

/** A hostile file, and a finding at a real place in it. */
const findingIn = fc
  .record({
    path: hostileText,
    text: hostileText,
    message: hostileText,
    help: hostileText,
    rule: hostileText,
    severity: fc.constantFrom('error' as const, 'warning' as const, 'info' as const),
    line: fc.integer({ min: 1, max: 4 }),
    column: fc.integer({ min: 1, max: 12 }),
    lines: fc.nat(2),
    length: fc.nat(12),
    fixable: fc.boolean(),
    isNew: fc.boolean(),
  })
  .map(({ text, lines, length, isNew, ...one }) => {
    const end = { endLine: one.line + lines, endColumn: one.column + length }
    const diagnostic: Diagnostic = { ...one, ...end, layout: 'workspace', new: isNew }
    return { text, diagnostic }
  })

/** What must hold of all output: nothing raw, and nothing that a log reader obeys. */
function expectHarmless(output: string): void {
  expect(output).not.toMatch(FORBIDDEN)
  expect(output).not.toContain('##[')
  expect(runnerLines(output).filter((line) => /^[\p{Z}\p{Cf}\s]*::/u.test(line))).toEqual([])
  expect(obeyedCommands(output)).toEqual([])
}

test('the report for people obeys nobody', () => {
  fc.assert(
    fc.property(fc.array(findingIn, { maxLength: 4 }), fc.boolean(), (findings, markNew) => {
      const diagnostics = findings.map(({ diagnostic }) => diagnostic)
      const texts = new Map(findings.map(({ text, diagnostic }) => [diagnostic.path, text]))
      const frames = codeFrames(diagnostics, texts, 80)
      const context = {
        colors: plain,
        columns: 80,
        frames,
        quiet: false,
        markNew,
        fixable: 1,
        mended: diagnostics.map(({ path }) => path),
      }
      expectHarmless(stylish(reportOf(diagnostics), context))
      const painted = stylish(reportOf(diagnostics), { ...context, colors: picocolors.createColors(true) })
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that colours begin with
      expectHarmless(painted.replace(/\u001b\[\d+m/g, ''))
      expect(painted).not.toContain('##[')
    }),
    RUNS,
  )
})

test('the report for machines obeys nobody', () => {
  fc.assert(
    fc.property(fc.array(findingIn, { maxLength: 4 }), (findings) => {
      expectHarmless(json(reportOf(findings.map(({ diagnostic }) => diagnostic))))
    }),
    RUNS,
  )
})

test('what index says obeys nobody', () => {
  const stale = fc.record({ path: hostileText, message: hostileText })
  const refused = fc.record({ path: hostileText, reason: hostileText })
  const outcome = fc.record({
    written: fc.array(hostileText),
    stale: fc.array(stale),
    refused: fc.array(refused),
    check: fc.boolean(),
  })
  fc.assert(
    fc.property(outcome, (one) => expectHarmless(indexText(one, plain))),
    RUNS,
  )
})
