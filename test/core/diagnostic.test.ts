import { expect, test } from 'vitest'
import { compareDiagnostics, type Finding, toDiagnostic } from '../../src/core/diagnostic.ts'
import { line } from './literal-parts.ts'

const finding: Finding = {
  rule: 'b',
  severity: 'error',
  place: { line: 2, column: 3, endLine: 2, endColumn: 5 },
  message: 'm',
  help: 'h',
  fixable: true,
  edits: [{ start: 0, end: 1, text: '' }],
}

test('a diagnostic is plain data: no edits, and new until somebody knows better', () => {
  expect(toDiagnostic(finding, 'a.md', 'test')).toEqual({
    path: 'a.md',
    line: 2,
    column: 3,
    endLine: 2,
    endColumn: 5,
    severity: 'error',
    rule: 'b',
    message: 'm',
    help: 'h',
    fixable: true,
    layout: 'test',
    new: true,
  })
})

test.each([
  ['path', toDiagnostic(finding, 'b.md', 'test')],
  ['line', toDiagnostic({ ...finding, place: line(3) }, 'a.md', 'test')],
  ['column', toDiagnostic({ ...finding, place: { ...finding.place, column: 4 } }, 'a.md', 'test')],
  ['rule', toDiagnostic({ ...finding, rule: 'c' }, 'a.md', 'test')],
  ['end line', toDiagnostic({ ...finding, place: { ...finding.place, endLine: 3 } }, 'a.md', 'test')],
  ['end column', toDiagnostic({ ...finding, place: { ...finding.place, endColumn: 6 } }, 'a.md', 'test')],
  ['message', toDiagnostic({ ...finding, message: 'n' }, 'a.md', 'test')],
  ['layout', toDiagnostic(finding, 'a.md', 'u')],
])('the order goes by %s', (_, later) => {
  const first = toDiagnostic(finding, 'a.md', 'test')
  expect(compareDiagnostics(first, later)).toBeLessThan(0)
  expect(compareDiagnostics(later, first)).toBeGreaterThan(0)
  expect(compareDiagnostics(first, { ...first })).toBe(0)
})
