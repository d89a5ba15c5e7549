import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { Report } from '../core/report.ts'
import {
  type AgainstBase,
  counted,
  countedBySeverity,
  isToleratedOld,
  shownText,
  worstFirst,
} from './wording.ts'

/** The most annotations of each kind in one step; GitHub silently drops the rest. */
const MOST_OF_A_KIND = 10

const COMMANDS: { readonly [severity in Severity]: string } = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
}

/** What annotations need in addition to the report. */
type GithubContext = AgainstBase & {
  /** Where to see what has no annotation. */
  readonly rest: string
}

/**
 * The report as workflow commands, which GitHub's runner turns into annotations at the lines: of each kind the ten worst
 * and newest. An old finding that fails no run is a notice, so a run that passes shows nothing red. The last line counts
 * all findings for people.
 */
export function github({ diagnostics, summary }: Report, context: GithubContext): string {
  const ordered = worstFirst(diagnostics)
  const kinds = Object.values(COMMANDS).map((kind) =>
    ordered.filter((one) => commandOf(one, context) === kind).sort((a, b) => Number(b.new) - Number(a.new)),
  )
  const lines = kinds.flatMap((kind) => kind.slice(0, MOST_OF_A_KIND)).map((one) => annotation(one, context))
  const left = kinds.flatMap((kind) => kind.slice(MOST_OF_A_KIND))
  const more = left.length > 0 ? `; ${left.length} more ${context.rest}: ${countedBySeverity(left)}` : ''
  const last = `memkeep: ${foundIn(diagnostics, context)} in ${counted(summary.documents, 'document')}${more}`
  return [...lines, last].map((line) => `${line}\n`).join('')
}

function commandOf(one: Diagnostic, context: GithubContext): string {
  return isToleratedOld(one, context) ? COMMANDS.info : COMMANDS[one.severity]
}

/** Counts of new and of old findings, and of those that fail the run. */
function foundIn(diagnostics: readonly Diagnostic[], { markNew, fails }: GithubContext): string {
  if (diagnostics.length === 0) return 'nothing to report'
  if (!markNew) return countedBySeverity(diagnostics)
  const ages = [true, false].map((isNew) =>
    (['error', 'warning', 'info'] as const)
      .map((severity) => diagnostics.filter((one) => one.severity === severity && one.new === isNew))
      .flatMap((group) => group.slice(0, 1).map((one) => grouped(one, group, fails)))
      .join(', '),
  )
  return ages.filter((age) => age !== '').join('; ')
}

function grouped(one: Diagnostic, group: readonly Diagnostic[], fails: GithubContext['fails']): string {
  const said = counted(group.length, `${one.new ? 'new' : 'old'} ${one.severity}`)
  const failing = group.filter(fails).length
  if (failing === 0) return said
  const which =
    group.length === 1
      ? 'it fails'
      : failing < group.length
        ? `${failing} of them ${failing === 1 ? 'fails' : 'fail'}`
        : 'they fail'
  return `${said} (${which} this run)`
}

function annotation(diagnostic: Diagnostic, context: GithubContext): string {
  const { path, line, message, help, rule } = diagnostic
  const place = placeOf(diagnostic)
  const before = isToleratedOld(diagnostic, context) ? 'Was there before: ' : ''
  const named = place.length > 0 || path === '.' ? '' : `${safePath(`${path}:${line}`)}: `
  const text = shownText(`${before}${named}${message}`)
  const data = help === '' ? text : `${text}\n${shownText(help)}`
  const fresh = context.markNew && diagnostic.new ? ' (new)' : ''
  const properties = [...property('title', `${safeText(rule)}${fresh}`.trim()), ...place].join(',')
  const command = commandOf(diagnostic, context)
  return `::${command}${properties === '' ? '' : ` ${properties}`}::${escapeData(data)}`
}

/**
 * File and place as properties. The repository as a whole has none, and neither has a name that GitHub cannot show
 * unchanged. Columns are given only within one line: the runner drops others.
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

/** The runner compares whole characters: a combining mark after the colons would hide them from it. */
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
