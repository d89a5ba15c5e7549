import type { Colors } from 'picocolors/types'
import { fileNotes } from '../core/changes/file-changes.ts'
import { asCalled, type CommandName } from '../core/command-name.ts'
import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import { safePath, safeText } from '../core/messages.ts'
import type { Report } from '../core/report.ts'
import { displayWidth, mayBegin, wrap } from './terminal-text.ts'
import {
  type Ages,
  ageOf,
  counted,
  itemsRead,
  type LeftOut,
  type Listing,
  listingOf,
  passesWith,
} from './wording.ts'

/** What the report for people needs in addition to the report and its frames. */
export type BlockContext = Ages & {
  readonly colors: Colors
  /** Width of the terminal, in cells: longer messages are wrapped, but not at less than 60. */
  readonly columns: number
  /** How advice calls the command. */
  readonly command?: CommandName | undefined
  /** Leave out warnings and infos. */
  readonly quiet: boolean
  /** Findings that `check --fix` would fix; 0 where the hint makes no sense. */
  readonly fixable: number
  /** Files that were fixed before the check. */
  readonly fixedFiles: readonly string[]
  /** The command that gives the same findings; absent where it is the one that runs. */
  readonly again?: string | undefined
}

/** The same with the lines of source to show beneath a diagnostic. */
export type StylishContext = BlockContext & { readonly frames: ReadonlyMap<Diagnostic, readonly string[]> }

/** The least width: a narrower terminal would cut messages into single words. */
const LEAST_COLUMNS = 60

/** The report for people: grouped by file, aligned, a summary at the end. Every untrusted text in it is escaped. */
export function stylish(report: Report, context: StylishContext): string {
  const listing = listingOf(
    report.diagnostics.filter(({ severity }) => !context.quiet || severity === 'error'),
  )
  const findings = stylishFindings(listing, context)
  return `${stylishFixes(context)}${findings}${stylishSummary(report, context)}\n`
}

/** Findings by file, with the help of each rule once, and the numbers of those that are not shown. */
export function stylishFindings({ shown, left }: Listing, context: StylishContext): string {
  const marked = { ...context, markNew: context.markNew && shown.some((one) => ageOf(one, context) !== '') }
  const helped = new Set<string>()
  const files = [...groupByPath(shown).values()].map((group) => stylishFile(group, marked, helped))
  return `${files.join('')}${left.length > 0 ? leftOut(left, context) : ''}`
}

/** The files that were fixed. */
export function stylishFixes({ fixedFiles, colors }: BlockContext): string {
  const lines = fixedFiles.map((path) => `${colors.green('fixed')}  ${safePath(path)}\n`)
  return lines.length > 0 ? `${lines.join('')}\n` : ''
}

/** The findings of one file; it ends with an empty line. `helped`: keys of the help that is printed already. */
function stylishFile(group: readonly Diagnostic[], context: StylishContext, helped: Set<string>): string {
  const path = group[0]?.path ?? '.'
  const heading = context.colors.underline(path === '.' ? 'repository' : safePath(path))
  const columns = columnsOf(group, context)
  const indent = ' '.repeat(columns.severityAt)
  const lines = group.flatMap((diagnostic) => [
    ...findingLines(diagnostic, columns, context),
    ...linesBeneath(diagnostic, columns, { context, helped }).map((line) => indent + line),
  ])
  return `${[heading, ...lines].join('\n')}\n\n`
}

/** Null where the help is printed for each finding, or there is none: a suggestion is about one value. */
function helpKey({ rule, help }: Diagnostic): string | null {
  return help === '' || help.startsWith('Did you mean') ? null : `${rule} ${help}`
}

/** A row for each rule with findings that are not shown, and how to get them. */
function leftOut(left: readonly LeftOut[], { colors, command, again }: BlockContext): string {
  const total = left.reduce((sum, { count }) => sum + count, 0)
  const cells = left.map(({ severity, rule, count, files }) => [
    counted(count, severity),
    safeText(rule),
    `in ${counted(files, 'file')}`,
  ])
  const widths = [0, 1].map((i) => Math.max(...cells.map((row) => row[i]?.length ?? 0)))
  const rows = cells.map((row) => `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`)
  const all = again === undefined ? 'The same command' : `\`${asCalled(again, command)}\``
  const how = `${all} with \`--output FILE\` writes all of them to a file.`
  return `${[`${counted(total, 'more finding')}:`, ...rows, colors.dim(`  → ${how}`)].join('\n')}\n\n`
}

/** Widths of the columns of one file's findings, and where some of them begin, in cells. */
type Columns = {
  readonly line: number
  readonly column: number
  readonly severity: number
  readonly severityAt: number
  readonly messageAt: number
  /** Where a line ends at the latest. */
  readonly end: number
}

function columnsOf(group: readonly Diagnostic[], { columns, markNew }: StylishContext): Columns {
  const widest = (widthOf: (diagnostic: Diagnostic) => number): number =>
    group.reduce((most, diagnostic) => Math.max(most, widthOf(diagnostic)), 0)
  const line = widest((one) => String(one.line).length)
  const column = widest((one) => String(one.column).length)
  const severity = widest((one) => one.severity.length)
  const severityAt = line + column + 5
  const messageAt = severityAt + severity + (markNew ? 7 : 2)
  return { line, column, severity, severityAt, messageAt, end: Math.max(LEAST_COLUMNS, columns) }
}

/** The mark of a finding that the change itself would hide. */
const LOOSENED_MARK = 'loosened by this change'

/** A message that is too long for its line continues on the next line; the rule follows its last word. */
function findingLines(diagnostic: Diagnostic, columns: Columns, context: StylishContext): string[] {
  const { colors, markNew } = context
  const { line, column, severity } = diagnostic
  const age = ageOf(diagnostic, context)
  const cells = [
    `${String(line).padStart(columns.line)}:${String(column).padEnd(columns.column)}`,
    colorOf(diagnostic, context)(severity.padEnd(columns.severity)),
    ...(markNew ? [age === 'new' ? colors.bold(age) : age.padEnd(3)] : []),
  ]
  const [first = '', ...more] = messageLines(diagnostic, columns.end - columns.messageAt, context)
  return [`  ${[...cells, first].join('  ')}`, ...more.map((each) => ' '.repeat(columns.messageAt) + each)]
}

function messageLines(
  { message, rule, loosened }: Diagnostic,
  cells: number,
  { colors }: StylishContext,
): string[] {
  const lines = wrap(safeText(loosened ? `${message} (${LOOSENED_MARK})` : message), cells)
  const name = safeText(rule)
  const last = lines.at(-1) ?? ''
  const fits = displayWidth(`${last}  ${name}`) <= cells || !mayBegin(name)
  if (!fits) return [...lines, colors.dim(name)]
  return [...lines.slice(0, -1), `${last}  ${colors.dim(name)}`]
}

/** What fails no run is not red. */
function colorOf(diagnostic: Diagnostic, context: BlockContext): (text: string) => string {
  const { severity } = diagnostic
  const { colors } = context
  if (ageOf(diagnostic, context) === 'old') return colors.dim
  if (severity === 'error') return colors.red
  return severity === 'warning' ? colors.yellow : colors.blue
}

type HelpContext = { readonly context: StylishContext; readonly helped: Set<string> }

/** The frame and the help. */
function linesBeneath(diagnostic: Diagnostic, columns: Columns, { context, helped }: HelpContext): string[] {
  const { help } = diagnostic
  const frame = (context.frames.get(diagnostic) ?? []).map((each) => paintedFrame(each, diagnostic, context))
  const key = helpKey(diagnostic)
  if (help === '' || (key !== null && helped.has(key))) return frame
  if (key !== null) helped.add(key)
  const lines = wrap(`→ ${safeText(asCalled(help, context.command))}`, columns.end - columns.severityAt - 2)
  return [...frame, ...lines.map((each, i) => context.colors.dim(i === 0 ? each : `  ${each}`))]
}

function paintedFrame(text: string, diagnostic: Diagnostic, context: StylishContext): string {
  const { colors } = context
  const [, mark = '', gutter = '', carets = '', source = ''] =
    /^(>?)([ \d]*\|)( *\^+$)?(.*)$/.exec(text) ?? []
  const bright = colorOf(diagnostic, context)
  const ends = [mark, carets].map((part) => (part === '' ? '' : bright(part)))
  return `${ends[0]}${colors.dim(gutter)}${ends[1]}${source}`
}

/** The end of it, for which the findings are needed only where some are marked as new. */
export function stylishSummary(report: Report, context: BlockContext): string {
  const { colors, fixable, command } = context
  const hint =
    fixable > 0 ? [colors.dim(`  ${fixable} can be fixed: ${asCalled('memkeep check --fix', command)}`)] : []
  return [
    ...fileLines(report, context),
    verdict(report, context),
    ...knownLine(report, colors),
    ...hint,
  ].join('\n')
}

/** What became of the files of the memory. */
function fileLines({ files }: Report, { quiet, colors }: BlockContext): string[] {
  return files && !quiet ? fileNotes(files).map((note) => colors.dim(safeText(note))) : []
}

function knownLine({ summary: { known = 0 } }: Report, colors: Colors): string[] {
  return known > 0 ? [colors.dim(`  ${counted(known, 'known finding')} in memkeep-baseline.json`)] : []
}

function verdict(report: Report, context: BlockContext): string {
  const { summary: numbers } = report
  const { colors, quiet, markNew } = context
  const passes = passesWith(report, context)
  const { documents, errors, warnings, infos, fixed, cached, seconds } = numbers
  const looked = `${counted(documents, 'document')}, ${itemsRead(numbers)}`
  const details = [`${seconds.toFixed(2)} s`, ...(cached > 0 ? [`${cached} from cache`] : [])].join(', ')
  const found = [
    ...(errors > 0 ? [counted(errors, 'error')] : []),
    ...(warnings > 0 && !quiet ? [counted(warnings, 'warning')] : []),
    ...(infos > 0 && !quiet ? [counted(infos, 'info')] : []),
  ]
  const fixes = fixed > 0 ? `, ${fixed} fixed` : ''
  const tail = colors.dim(` (${details})`)
  if (found.length === 0) {
    const nothing = quiet ? 'no errors' : 'nothing to report'
    return `${colors.green('✔')} ${looked}: ${nothing}${fixes}${tail}`
  }
  const fresh = markNew ? countNew(report, quiet) : 0
  if (passes && fresh === 0) {
    const only = found.length === 1 && numbers.errors + numbers.warnings + numbers.infos === 1
    const before = `${joinWithAnd(found)} ${only ? 'was' : 'were'} there before`
    return `${colors.green('✔')} nothing new: ${before}, in ${looked}${fixes}${tail}`
  }
  const newness = markNew ? `, ${fresh} new,` : ''
  const [first = '', ...others] = found
  const all = [passes && errors > 0 ? first.replace(' ', ' old ') : first, ...others].join(', ')
  return `${symbolOf(numbers, passes, colors)} ${all}${newness} in ${looked}${fixes}${tail}`
}

function countNew({ diagnostics }: Report, quiet: boolean): number {
  return diagnostics.filter((one) => one.new && (!quiet || one.severity === 'error')).length
}

/** `1 error`, `1 error and 2 warnings`, `1 error, 2 warnings and 1 info`. */
function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function symbolOf({ errors, warnings }: Report['summary'], passes: boolean, colors: Colors): string {
  if (errors > 0 && !passes) return colors.red('✖')
  return errors + warnings > 0 ? colors.yellow('⚠') : colors.blue('ℹ')
}
