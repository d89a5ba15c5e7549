import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Report } from '../../src/core/report.ts'
import { junit as junitOf } from '../../src/reporters/junit.ts'
import { HOSTILE_RUNS, HOSTILE_TIMEOUT } from '../helpers/runs.ts'
import { hostileReport } from './hostile-findings.ts'
import { diagnostic, reportOf } from './sample-report.ts'
import { sharedReport } from './shared-report.ts'

const isError = ({ severity }: Diagnostic): boolean => severity === 'error'
const junit = (report: Report): string => junitOf(report, { markNew: false, fails: isError })

const schema = [{ fileName: 'junit.xsd', contents: readFileSync('test/fixtures/junit.xsd', 'utf8') }]

async function faults(documents: readonly string[]): Promise<readonly string[]> {
  const xml = documents.map((contents, i) => ({ fileName: `${i}.xml`, contents }))
  const { errors } = await validateXML({ xml, schema })
  return errors.map(({ rawMessage }) => rawMessage)
}

test('a suite for each file, a case for each finding', () => {
  const report = reportOf([
    diagnostic({ message: 'Unexpected <a> & "b"' }),
    diagnostic({ line: 9, severity: 'warning', rule: 'growth', help: '' }),
    diagnostic({ path: '.', rule: 'unreadable', message: 'Gone', help: 'Fix it.' }),
  ])
  expect(junit(report)).toBe(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="memkeep" tests="3" failures="2" errors="0">',
      '<testsuite name="memory/decisions.md" tests="2" failures="1" errors="0">',
      '<testcase name="memory/decisions.md: Unexpected &#x3C;a> &#x26; &#x22;b&#x22;" classname="memkeep.entry-tags"><failure type="entry-tags" message="Unexpected &#x3C;a> &#x26; &#x22;b&#x22;">error at memory/decisions.md:3:5',
      'what: Unexpected &#x3C;a> &#x26; "b"',
      'fix: Write `big`.</failure></testcase>',
      '<testcase name="memory/decisions.md: Unexpected tag `Big`, expected lower case" classname="memkeep.growth"><system-out>warning at memory/decisions.md:9:5',
      'what: Unexpected tag `Big`, expected lower case</system-out></testcase>',
      '</testsuite>',
      '<testsuite name="repository" tests="1" failures="1" errors="0">',
      '<testcase name="repository: Gone" classname="memkeep.unreadable"><failure type="unreadable" message="Gone">error at repository',
      'what: Gone',
      'fix: Fix it.</failure></testcase>',
      '</testsuite>',
      '</testsuites>',
      '',
    ].join('\n'),
  )
})

test('an error that was there before and fails no run is a skipped case', async () => {
  const report = reportOf([
    diagnostic(),
    diagnostic({ line: 5, new: false }),
    diagnostic({ new: false, severity: 'warning' }),
  ])
  const xml = junitOf(report, { markNew: true, fails: (one) => isError(one) && one.new })
  expect(xml).toContain('<testsuite name="memory/decisions.md" tests="3" failures="1" errors="0">')
  expect(xml).toContain(
    '<skipped type="entry-tags" message="was there before">error at memory/decisions.md:5:5\n',
  )
  expect(xml.match(/<(?:failure|skipped|system-out)\b/g)).toEqual(['<failure', '<skipped', '<system-out'])
  expect(await faults([xml])).toEqual([])
  expect(junitOf(report, { markNew: true, fails: isError })).not.toContain('<skipped')
})

test('a check that found nothing is one case that passed', () => {
  expect(junit(reportOf([]))).toContain(
    '<testsuite name="memkeep" tests="1" failures="0" errors="0"><testcase name="nothing to report in 2 documents" classname="memkeep"></testcase></testsuite>',
  )
})

test('the schema holds for the shared report, and of a clean one; it takes nothing else', async () => {
  expect(await faults([junit(sharedReport), junit(reportOf([]))])).toEqual([])
  const other = junit(sharedReport).replace('<failure ', '<failed ').replace('</failure>', '</failed>')
  expect((await faults([other])).join()).toContain('failed')
})

test(
  'the schema holds whatever is found, with no character that XML forbids',
  async () => {
    const reports: Report[] = fc.sample(hostileReport, Math.min(HOSTILE_RUNS, 5_000))
    // The validator has room for so many at a time.
    for (let i = 0; i < reports.length; i += 500) {
      expect(await faults(reports.slice(i, i + 500).map(junit))).toEqual([])
    }
    for (const report of reports) expect(junit(report)).not.toMatch(/[\ufffe\uffff]/)
  },
  HOSTILE_TIMEOUT,
)
