import { toXml } from 'xast-util-to-xml'
import { type Result, x } from 'xastscript'
import { byPath } from '../core/by-path.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { shownText } from './shown-text.ts'

/**
 * The report as JUnit XML: a suite for each file, a case for each finding. Errors are failures; other findings pass, and
 * say what they have to say on the case's output. A check that found nothing is one case that passed, for some CI
 * services take no case for no check.
 */
export function junit(report: Report): string {
  const { diagnostics } = report
  const suites = diagnostics.length > 0 ? suitesOf(diagnostics) : [cleanSuite(report)]
  const counts = countsOf(diagnostics, diagnostics.length || 1)
  const root = x(
    'testsuites',
    { name: 'memkeep', ...counts },
    ...suites.flatMap((suite) => ['\n', suite]),
    '\n',
  )
  const head = { type: 'instruction', name: 'xml', value: 'version="1.0" encoding="UTF-8"' } as const
  const xml = toXml([head, { type: 'text', value: '\n' }, root])
  // The library leaves this as it is, and no parser takes it outside of CDATA sections, of which there are none here.
  return `${xml.replaceAll(']]>', ']]&#x3E;')}\n`
}

function cleanSuite({ summary }: Report): Result {
  const name = `nothing to report in ${counted(summary.documents, 'document')}`
  const testcase = x('testcase', { name, classname: 'memkeep' })
  return x('testsuite', { name: 'memkeep', ...countsOf([], 1) }, testcase)
}

function suitesOf(diagnostics: readonly Diagnostic[]): Result[] {
  return [...byPath(diagnostics)].map(([path, group]) =>
    x(
      'testsuite',
      { name: named(path), ...countsOf(group, group.length) },
      ...group.flatMap((one) => ['\n', testcase(one)]),
      '\n',
    ),
  )
}

function countsOf(diagnostics: readonly Diagnostic[], tests: number): { readonly [name: string]: string } {
  const failures = diagnostics.filter(({ severity }) => severity === 'error').length
  return { tests: String(tests), failures: String(failures), errors: '0' }
}

/** Services that follow a case from run to run know it by its names: the line is none of them. */
function testcase(diagnostic: Diagnostic): Result {
  const { path, severity, rule, message } = diagnostic
  const said = xmlText(shownText(message))
  const type = xmlText(safeText(rule))
  const text = detail(diagnostic)
  return x(
    'testcase',
    { name: `${named(path)}: ${said}`, classname: `memkeep.${type}` },
    severity === 'error' ? x('failure', { type, message: said }, text) : x('system-out', text),
  )
}

function detail({ path, line, column, severity, message, help }: Diagnostic): string {
  const where = path === '.' ? named(path) : `${named(path)}:${line}:${column}`
  const lines = [`${severity} at ${where}`, `what: ${xmlText(shownText(message))}`]
  return [...lines, ...(help === '' ? [] : [`mend: ${xmlText(shownText(help))}`])].join('\n')
}

function named(path: string): string {
  return path === '.' ? 'repository' : xmlText(safePath(path))
}

/** XML 1.0 knows no way to write these two; the other characters that it forbids are escaped already. */
function xmlText(text: string): string {
  return text.replaceAll('\ufffe', '\\ufffe').replaceAll('\uffff', '\\uffff')
}
