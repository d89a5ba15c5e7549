/** A line of a report that a finding begins with. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape that colors begin with
const FINDING = /^ {2,}\d+:\d+ +(?:\u001b\[\d+m)?(?:error|warning|info)\b/

/** A report for people with its first `most` findings, how many lines are left out, and its summary. */
export function cappedReport(report: string, most: number): string {
  const end = report.lastIndexOf('\n\n')
  if (end < 0) return report
  const lines = report.slice(0, end).split('\n')
  const starts = [...lines.keys()].filter((i) => FINDING.test(lines[i] ?? ''))
  const cut = starts[most]
  if (cut === undefined) return report
  const shown = lines.slice(0, isHeading(lines, cut - 1) ? cut - 1 : cut)
  while (shown.at(-1) === '') shown.pop()
  return `${shown.join('\n')}\n\n… ${lines.length - shown.length} more lines${report.slice(end)}`
}

/** The first `most` lines of a text that ends with a line break, and how many are left out. */
export function cappedLines(text: string, most: number): string {
  const lines = text.replace(/\n$/, '').split('\n')
  if (lines.length <= most) return text
  return `${lines.slice(0, most).join('\n')}\n  … ${lines.length - most} more lines\n`
}

/** The name of a file is at the start of a line, below a blank one. */
function isHeading(lines: readonly string[], i: number): boolean {
  return i >= 0 && !(lines[i] ?? '').startsWith(' ') && (i === 0 || lines[i - 1] === '')
}
