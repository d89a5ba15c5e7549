import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { shownText } from './shown-text.ts'
import { countedBySeverity, worstFirst } from './worst-first.ts'

/** GitHub takes so many annotations of each kind from one step, and drops the rest without a word. */
const MOST_OF_A_KIND = 10

const COMMANDS: { readonly [severity in Severity]: string } = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
}

/**
 * The report as workflow commands, which GitHub's runner turns into annotations at the lines: of each kind the ten worst
 * and newest. The last line tells people how much there is, and `rest` where to see what has no annotation.
 */
export function github({ diagnostics, summary }: Report, rest: string): string {
  const ordered = worstFirst(diagnostics)
  const kinds = Object.keys(COMMANDS).map((kind) => ordered.filter(({ severity }) => severity === kind))
  const lines = kinds.flatMap((kind) => kind.slice(0, MOST_OF_A_KIND)).map(annotation)
  const left = kinds.flatMap((kind) => kind.slice(MOST_OF_A_KIND))
  const more = left.length > 0 ? `; ${left.length} more ${rest}: ${countedBySeverity(left)}` : ''
  const found = countedBySeverity(diagnostics) || 'nothing to report'
  const last = `memkeep: ${found} in ${counted(summary.documents, 'document')}${more}`
  return [...lines, last].map((line) => `${line}\n`).join('')
}

function annotation(diagnostic: Diagnostic): string {
  const { path, line, severity, message, help } = diagnostic
  const place = placeOf(diagnostic)
  const named = place.length > 0 || path === '.' ? '' : `${safePath(`${path}:${line}`)}: `
  const text = shownText(`${named}${message}`)
  const data = help === '' ? text : `${text}\n${shownText(help)}`
  const properties = [...property('title', safeText(diagnostic.rule).trim()), ...place].join(',')
  return `::${COMMANDS[severity]}${properties === '' ? '' : ` ${properties}`}::${escapeData(data)}`
}

/**
 * File and place as properties. There are none for the repository as a whole, and none for a name that GitHub could not
 * show as it is. Columns are given only within one line: the runner drops them otherwise.
 */
function placeOf({ path, line, column, endLine, endColumn }: Diagnostic): string[] {
  if (path === '.' || safeText(path) !== path) return []
  const file = property('file', path)
  if (file.length === 0) return []
  const columns = endLine === line ? [`col=${column}`, `endColumn=${endColumn}`] : []
  return [...file, `line=${line}`, `endLine=${endLine}`, ...columns]
}

/** The runner loses the start of a value that begins with `=`, and a name without a value. */
function property(name: string, value: string): string[] {
  return value === '' || value.startsWith('=') ? [] : [`${name}=${escapeProperty(value)}`]
}

/** The runner compares as readers do: a mark that combines with the colons before it would hide them. */
function escapeData(text: string): string {
  const apart = /^\p{M}/u.test(text) ? ` ${text}` : text
  return apart.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return text
    .replaceAll('%', '%25')
    .replaceAll('\r', '%0D')
    .replaceAll('\n', '%0A')
    .replaceAll(':', '%3A')
    .replaceAll(',', '%2C')
}
