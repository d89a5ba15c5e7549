import { compareDiagnostics, type Diagnostic, groupByPath, type Severity } from '../core/diagnostic.ts'
import type { CiReport } from '../core/report.ts'
import { compareText } from '../core/text.ts'
import { byteLength, cutLines, type Room, shownCode, shownWord } from './markdown-text.ts'
import { counted, countedBySeverity } from './wording.ts'

/** The most findings of one file that are listed. */
const MOST_OF_A_FILE = 50

const RANKS: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }
/** The findings of one file, worst first. */
type FileFindings = { readonly path: string; readonly findings: readonly Diagnostic[] }

/**
 * Findings as a list by file, the worst first, each with what to do. `room.lines` counts files. What is left out is
 * counted.
 */
export function findingLines(diagnostics: readonly Diagnostic[], room: Room): string[] {
  const files = byFile(diagnostics)
  const shown: string[] = []
  let bytes = 0
  let listed = 0
  let count = 0
  for (const file of files) {
    const block = fileBlock(file, room)
    bytes += byteLength(block) + 1
    if (count >= room.lines || bytes > room.bytes) break
    shown.push(block)
    count += 1
    listed += file.findings.length
  }
  if (count === files.length) return shown
  const rest = counted(files.length - count, 'more file')
  return [...shown, `- ${counted(diagnostics.length - listed, 'more finding')} in ${rest}`]
}

function byFile(diagnostics: readonly Diagnostic[]): FileFindings[] {
  return [...groupByPath(diagnostics)]
    .map(([path, list]) => ({
      path,
      findings: list.toSorted((a, b) => rankOf(a) - rankOf(b) || compareDiagnostics(a, b)),
    }))
    .sort((a, b) => rankOf(a.findings[0]) - rankOf(b.findings[0]) || compareText(a.path, b.path))
}

function rankOf(one: Diagnostic | undefined): number {
  return one ? RANKS[one.severity] : 3
}

/** One file never takes more than a quarter of the room. */
function fileBlock({ path, findings }: FileFindings, room: Room): string {
  const name = path === '.' ? 'The repository as a whole' : shownCode(path)
  const own = { lines: MOST_OF_A_FILE, bytes: room.bytes / 4 }
  const more = (left: number): string => `  - ${left} more`
  return [
    `- ${name}: ${countedBySeverity(findings)}`,
    ...cutLines(findings, (one) => `  - ${lineOf(one)}`, own, more),
  ].join('\n')
}

function lineOf({ path, severity, line, message, rule, help }: Diagnostic): string {
  const what = severity === 'error' ? `**${severity}**` : severity
  const where = path === '.' ? '' : ` in line ${line}`
  const advice = help !== '' ? `. What to do: ${shownCode(help)}` : ''
  return `${what}${where} (${shownWord(rule)}): ${shownCode(message)}${advice}`
}

/** The outcome of a run in CI as one sentence of Markdown: `memkeep: nothing new is wrong`. */
export function verdict(ci: CiReport): string {
  const { unmerged } = ci
  const conflict = unmerged?.conflicts ? 'conflicts and ' : ''
  const rest = unmerged ? `; merging with ${shownCode(unmerged.name)} ${conflict}was not checked` : ''
  return `memkeep: ${ci.failing > 0 ? failure(ci) : pass(ci)}${rest}`
}

/** `2 errors and 1 warning`; empty for none of either. */
export function errorAndWarningCounts(errors: number, warnings: number, of = ''): string {
  const parts = [
    ...(errors > 0 ? [counted(errors, `${of}error`)] : []),
    ...(warnings > 0 ? [counted(warnings, `${of}warning`)] : []),
  ]
  return parts.join(' and ')
}

function failure({ failing, failOn, report }: CiReport): string {
  if (failOn === 'new') return counted(failing, 'new error')
  const fresh = report.diagnostics.filter(isNew).length
  const some = fresh === 0 ? 'none of them new' : 'not all of them new'
  const age = report.diagnostics.length === fresh ? '' : `, ${some}`
  if (failOn === 'all') return counted(failing, 'error') + age
  return (failing === 1 ? '1 error or warning' : `${failing} errors and warnings`) + age
}

function pass({ base, unmerged, report }: CiReport): string {
  const fresh = report.diagnostics.filter(isNew)
  const known = report.diagnostics.filter((one) => !one.new)
  const mark = base ? 'new ' : ''
  const found = errorAndWarningCounts(countOf(fresh, 'error'), countOf(fresh, 'warning'), mark)
  const none = countOf(fresh, 'error') > 0 ? 'nothing that fails' : `no ${mark}errors`
  const news =
    found === '' ? `nothing ${mark}is wrong${unmerged ? ' on this branch' : ''}` : `${none}, ${found}`
  const before = errorAndWarningCounts(countOf(known, 'error'), countOf(known, 'warning'))
  const verb = countOf(known, 'error') + countOf(known, 'warning') === 1 ? 'was' : 'were'
  return before === '' ? news : `${news}; ${before} ${verb} there before`
}

function isNew(one: Diagnostic): boolean {
  return one.new
}

function countOf(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.filter((one) => one.severity === severity).length
}
