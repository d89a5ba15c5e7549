import type { Colors } from 'picocolors/types'
import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { safePath, safeText } from '../core/safe-text.ts'
import { counted } from './counted.ts'
import { displayWidth } from './display-width.ts'

/** What the report for people needs besides the report. */
export type StylishContext = {
  readonly colors: Colors
  /** Width of the terminal, in cells. Nothing is wrapped: it only says how far alignment may go. */
  readonly columns: number
  /** Lines of source to show beneath a diagnostic. */
  readonly frames: ReadonlyMap<Diagnostic, readonly string[]>
  /** Leave out what is not an error. */
  readonly quiet: boolean
  /** Mark findings that the snapshot before did not have. */
  readonly markNew: boolean
  /** Findings that `check --fix` would mend; 0 where it makes no sense to say so. */
  readonly fixable: number
}

/** The report for people: grouped by file, aligned, a summary at the end. Every untrusted text in it is escaped. */
export function stylish(report: Report, context: StylishContext): string {
  const diagnostics = context.quiet
    ? report.diagnostics.filter(({ severity }) => severity === 'error')
    : report.diagnostics
  const helped = new Set<string>()
  const blocks = byPath(diagnostics).map((group) => fileBlock(group, context, helped))
  return `${[...blocks, summary(report, context)].join('\n\n')}\n`
}

function byPath(diagnostics: readonly Diagnostic[]): Diagnostic[][] {
  const groups = new Map<string, Diagnostic[]>()
  for (const diagnostic of diagnostics) {
    const group = groups.get(diagnostic.path)
    if (group) group.push(diagnostic)
    else groups.set(diagnostic.path, [diagnostic])
  }
  return [...groups.values()]
}

function fileBlock(group: readonly Diagnostic[], context: StylishContext, helped: Set<string>): string {
  const path = group[0]?.path ?? '.'
  const heading = context.colors.underline(path === '.' ? 'repository' : safePath(path))
  const columns = columnsOf(group, context)
  const lines = group.flatMap((diagnostic) => [
    findingLine(diagnostic, columns, context),
    ...beneath(diagnostic, context, helped).map(
      (line) => ' '.repeat(columns.line + columns.column + 5) + line,
    ),
  ])
  return [heading, ...lines].join('\n')
}

type Columns = {
  readonly line: number
  readonly column: number
  readonly severity: number
  readonly message: number
}

/** Messages are padded to the longest of their file, unless its rule would then fall off the line's end. */
function columnsOf(group: readonly Diagnostic[], { columns, markNew }: StylishContext): Columns {
  const widest = (widthOf: (diagnostic: Diagnostic) => number): number =>
    group.reduce((most, diagnostic) => Math.max(most, widthOf(diagnostic)), 0)
  const line = widest((one) => String(one.line).length)
  const column = widest((one) => String(one.column).length)
  const severity = widest((one) => one.severity.length)
  const around = line + column + severity + widest((one) => one.rule.length) + (markNew ? 14 : 9)
  const message = widest((one) => displayWidth(safeText(one.message)))
  return { line, column, severity, message: Math.min(message, Math.max(0, columns - around)) }
}

function findingLine(diagnostic: Diagnostic, columns: Columns, { colors, markNew }: StylishContext): string {
  const { line, column, severity, rule } = diagnostic
  const message = safeText(diagnostic.message)
  const cells = [
    `${String(line).padStart(columns.line)}:${String(column).padEnd(columns.column)}`,
    colorOf(severity, colors)(severity.padEnd(columns.severity)),
    ...(markNew ? [diagnostic.new ? colors.bold('new') : '   '] : []),
    message + ' '.repeat(Math.max(0, columns.message - displayWidth(message))),
    colors.dim(safeText(rule)),
  ]
  return `  ${cells.join('  ')}`
}

function colorOf(severity: Severity, colors: Colors): (text: string) => string {
  if (severity === 'error') return colors.red
  return severity === 'warning' ? colors.yellow : colors.blue
}

/** The frame, and what to do, which is said once for each rule. */
function beneath(diagnostic: Diagnostic, context: StylishContext, helped: Set<string>): string[] {
  const { severity, rule, help } = diagnostic
  const frame = (context.frames.get(diagnostic) ?? []).map((each) => paintedFrame(each, severity, context))
  const key = `${rule} ${help}`
  if (help === '' || severity === 'info' || helped.has(key)) return frame
  helped.add(key)
  return [...frame, context.colors.dim(`→ ${safeText(help)}`)]
}

function paintedFrame(text: string, severity: Severity, { colors }: StylishContext): string {
  const [, mark = '', gutter = '', carets = '', source = ''] =
    /^(>?)([ \d]*\|)( *\^+$)?(.*)$/.exec(text) ?? []
  const bright = colorOf(severity, colors)
  const ends = [mark, carets].map((part) => (part === '' ? '' : bright(part)))
  return `${ends[0]}${colors.dim(gutter)}${ends[1]}${source}`
}

function summary(report: Report, context: StylishContext): string {
  const { colors, fixable } = context
  const hint = fixable > 0 ? [colors.dim(`  ${fixable} can be mended: memkeep check --fix`)] : []
  return [verdict(report, context), ...hint].join('\n')
}

function verdict(
  { summary: numbers, diagnostics }: Report,
  { colors, quiet, markNew }: StylishContext,
): string {
  const { documents, items, errors, warnings, infos, fixed, cached, seconds } = numbers
  const looked = `${counted(documents, 'document')}, ${counted(items, 'item')}`
  const details = [`${seconds.toFixed(2)} s`, ...(cached > 0 ? [`${cached} from cache`] : [])].join(', ')
  const found = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 && !quiet ? [counted(warnings, 'warning')] : []),
    ...(infos > 0 && !quiet ? [counted(infos, 'info')] : []),
  ]
  const mended = fixed > 0 ? `, ${fixed} mended` : ''
  const tail = colors.dim(` (${details})`)
  if (found.length === 0) {
    const nothing = quiet ? 'no errors' : 'nothing to report'
    return `${colors.green('✔')} ${looked}: ${nothing}${mended}${tail}`
  }
  const fresh = diagnostics.filter((one) => one.new && (!quiet || one.severity === 'error')).length
  const newness = markNew ? `, ${fresh} new,` : ''
  return `${symbolOf(numbers, colors)} ${found.join(', ')}${newness} in ${looked}${mended}${tail}`
}

function symbolOf({ errors, warnings }: Report['summary'], colors: Colors): string {
  if (errors > 0) return colors.red('✖')
  return warnings > 0 ? colors.yellow('⚠') : colors.blue('ℹ')
}
