import { expect, test } from 'vitest'
import { cappedLines, cappedReport } from '../../scripts/demo/capped.ts'

const REPORT = [
  'a.md',
  '  1:1   error    Unexpected x  rule',
  '        > 1 | 2:1 error x',
  '  20:1  warning  Unexpected y  rule',
  '',
  'b.md',
  '  3:1  info  Unexpected z  rule',
  '',
  '✖ 1 error',
  '  1 can be fixed',
  '',
].join('\n')

test('a report of few findings is shown whole', () => {
  expect(cappedReport(REPORT, 3)).toBe(REPORT)
  expect(cappedReport('✔ nothing\n', 3)).toBe('✔ nothing\n')
})

test('a longer one is cut at a finding, or at the file it begins, and keeps its summary', () => {
  const end = '✖ 1 error\n  1 can be fixed\n'
  const lines = REPORT.split('\n')
  expect(cappedReport(REPORT, 2)).toBe(`${lines.slice(0, 4).join('\n')}\n\n… 3 more lines\n\n${end}`)
  expect(cappedReport(REPORT, 1)).toBe(`${lines.slice(0, 3).join('\n')}\n\n… 4 more lines\n\n${end}`)
})

test('findings are known in colors', () => {
  const colored = REPORT.replace(/error|warning|info/g, '\u001b[31m$&\u001b[39m')
  expect(cappedReport(colored, 1)).toContain('… 4 more lines')
})

test('a difference is cut after so many lines', () => {
  expect(cappedLines('a\nb\nc\n', 3)).toBe('a\nb\nc\n')
  expect(cappedLines('a\nb\nc\n', 1)).toBe('a\n  … 2 more lines\n')
})
