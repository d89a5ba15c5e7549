import { toXml } from 'xast-util-to-xml'
import { type Result, x } from 'xastscript'
import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { Report } from '../core/report.ts'
import { type AgainstBase, counted, isToleratedOld, shownText } from './wording.ts'

/**
 * The report as JUnit XML: a suite for each file, a case for each finding. Errors are failures, or skipped where they are
 * old and fail no run. Other findings pass, with their text as the case's output. A check without findings is one passed
 * case: some CI services take a file without cases for a missing check.
 */
export function junit(report: Report, against: AgainstBase): string {
  const cases = report.diagnostics.map((diagnostic) => ({
    diagnostic,
    outcome: outcomeOf(diagnostic, against),
    path: diagnostic.path,
  }))
  const suites = cases.length > 0 ? suitesOf(cases) : [cleanSuite(report)]
  const counts = countsOf(cases, cases.length || 1)
  const root = x(
    'testsuites',
    { name: 'memkeep', ...counts },
    ...suites.flatMap((suite) => ['\n', suite]),
    '\n',
  )
  const head = { type: 'instruction', name: 'xml', value: 'version="1.0" encoding="UTF-8"' } as const
  const xml = toXml([head, { type: 'text', value: '\n' }, root])
  // XML forbids `]]>` in text, and the library does not escape it. There are no CDATA sections here.
  return `${xml.replaceAll(']]>', ']]&#x3E;')}\n`
}

/** A finding, and the outcome of its case. */
type Case = {
  readonly diagnostic: Diagnostic
  readonly outcome: 'failed' | 'skipped' | 'passed'
  readonly path: string
}

function outcomeOf(one: Diagnostic, against: AgainstBase): Case['outcome'] {
  if (one.severity !== 'error') return 'passed'
  return isToleratedOld(one, against) ? 'skipped' : 'failed'
}

function cleanSuite({ summary }: Report): Result {
  const name = `nothing to report in ${counted(summary.documents, 'document')}`
  const testcase = x('testcase', { name, classname: 'memkeep' })
  return x('testsuite', { name: 'memkeep', ...countsOf([], 1) }, testcase)
}

function suitesOf(cases: readonly Case[]): Result[] {
  return [...groupByPath(cases)].map(([path, group]) =>
    x(
      'testsuite',
      { name: named(path), ...countsOf(group, group.length) },
      ...group.flatMap((one) => ['\n', testcase(one)]),
      '\n',
    ),
  )
}

function countsOf(cases: readonly Case[], tests: number): { readonly [name: string]: string } {
  const failures = cases.filter(({ outcome }) => outcome === 'failed').length
  return { tests: String(tests), failures: String(failures), errors: '0' }
}

/** The name has no line number: services follow a case from run to run by its names. */
function testcase({ diagnostic, outcome }: Case): Result {
  const { path, rule, message } = diagnostic
  const said = xmlText(shownText(message))
  const type = xmlText(safeText(rule))
  const text = detail(diagnostic)
  return x(
    'testcase',
    { name: `${named(path)}: ${said}`, classname: `memkeep.${type}` },
    outcome === 'failed'
      ? x('failure', { type, message: said }, text)
      : outcome === 'skipped'
        ? x('skipped', { type, message: 'was there before' }, text)
        : x('system-out', text),
  )
}

function detail({ path, line, column, severity, message, help }: Diagnostic): string {
  const where = path === '.' ? named(path) : `${named(path)}:${line}:${column}`
  const lines = [`${severity} at ${where}`, `what: ${xmlText(shownText(message))}`]
  return [...lines, ...(help === '' ? [] : [`fix: ${xmlText(shownText(help))}`])].join('\n')
}

function named(path: string): string {
  return path === '.' ? 'repository' : xmlText(safePath(path))
}

/** Escapes the two characters that XML 1.0 cannot hold; others that it forbids are escaped already. */
function xmlText(text: string): string {
  return text.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff')
}
