import fc from 'fast-check'
import picocolors from 'picocolors'
import { expect, test } from 'vitest'
import type { Report } from '../../src/core/report.ts'
import { fingerprintsOf } from '../../src/engine/output.ts'
import { codeFrames } from '../../src/reporters/code-frame.ts'
import { github } from '../../src/reporters/github.ts'
import { gitlab } from '../../src/reporters/gitlab.ts'
import { json } from '../../src/reporters/json.ts'
import { junit } from '../../src/reporters/junit.ts'
import { markdown } from '../../src/reporters/markdown.ts'
import { sarif } from '../../src/reporters/sarif.ts'
import { stylish } from '../../src/reporters/stylish.ts'
import { obeyedCommands } from '../helpers/runner-commands.ts'
import { HOSTILE_TIMEOUT } from '../helpers/runs.ts'
import { expectHarmless, expectHarmlessPainted, expectNothingRaw } from './expect-harmless.ts'
import { hostileFindings, hostileReport } from './hostile-findings.ts'
import { hostileRule } from './hostile-rule.ts'
import { hostileText } from './hostile-text.ts'
import { reportOf } from './sample-report.ts'
import { tried } from './tried.ts'

test(
  'the report for people holds no command',
  async () => {
    const widths = fc.constantFrom(1, 60, 80, 200)
    await tried(fc.tuple(hostileFindings, fc.boolean(), widths), ([findings, markNew, columns]) => {
      const diagnostics = findings.map(({ diagnostic }) => diagnostic)
      const texts = new Map(findings.map(({ text, diagnostic }) => [diagnostic.path, text]))
      const frames = codeFrames(diagnostics, texts, columns)
      const fixedFiles = diagnostics.map(({ path }) => path)
      const context = { columns, frames, quiet: false, markNew, fixable: 1, fixedFiles }
      const [plain, painted] = [false, true].map((enabled) => picocolors.createColors(enabled))
      if (!plain || !painted) throw new Error('no colours')
      expectHarmless(stylish(reportOf(diagnostics), { ...context, colors: plain }))
      expectHarmlessPainted(stylish(reportOf(diagnostics), { ...context, colors: painted }))
    })
  },
  HOSTILE_TIMEOUT,
)

const FORMATS: readonly (readonly [string, (report: Report, markNew: boolean) => string])[] = [
  ['json', (report) => json(report)],
  ['junit', (report, markNew) => junit(report, { markNew, fails: (one) => one.new })],
  ['gitlab', (report) => gitlab(report, fingerprintsOf(report.diagnostics))],
  ['markdown', (report, markNew) => markdown(report, { markNew })],
  ['short markdown', (report, markNew) => markdown(report, { markNew, mostBytes: 1_000 })],
]

test.each(FORMATS)(
  '%s holds no command',
  async (_, format) => {
    await tried(fc.tuple(hostileReport, fc.boolean()), ([report, markNew]) =>
      expectHarmless(format(report, markNew)),
    )
  },
  HOSTILE_TIMEOUT,
)

test(
  'sarif holds no command',
  async () => {
    await tried(fc.tuple(hostileReport, hostileRule, hostileText), ([report, rule, text]) => {
      const { diagnostics } = report
      const fixes = new Map(diagnostics.map((one) => [one, [{ place: one, text }]]))
      const fingerprints = fingerprintsOf(diagnostics)
      const output = sarif(report, { version: '1', rules: [rule], fingerprints, fixes, markNew: true })
      expectHarmless(output)
      expect(JSON.parse(output).runs[0].results).toHaveLength(diagnostics.length)
    })
  },
  HOSTILE_TIMEOUT,
)

test(
  'annotations are all that the runner obeys in github',
  async () => {
    const meant = { error: 'error', warning: 'warning', info: 'notice' }
    await tried(hostileReport, (report) => {
      const output = github(report, { rest: 'elsewhere', markNew: true, fails: (one) => one.new })
      expectNothingRaw(output)
      expect(obeyedCommands(output).sort()).toEqual(
        report.diagnostics.map((one) => (one.new ? meant[one.severity] : 'notice')).sort(),
      )
      const lines = output.split('\n')
      expect(lines).toHaveLength(report.diagnostics.length + 2)
      expectHarmless(lines.at(-2) ?? '')
    })
  },
  HOSTILE_TIMEOUT,
)
