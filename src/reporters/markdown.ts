import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { markdownCode } from './markdown-text.ts'
import {
  type Ages,
  ageOf,
  counted,
  countedBySeverity,
  itemsRead,
  passesWith,
  shownText,
  worstFirst,
} from './wording.ts'

/** What the Markdown report needs in addition to the report. */
type MarkdownContext = Ages & {
  /** The largest size in bytes of UTF-8; GitHub takes 1,024 KiB as a step summary. */
  readonly mostBytes?: number
}

const MOST_BYTES = 900 * 1024

/** Room for the first lines and the last one. */
const AROUND = 512

/**
 * The report as Markdown, for a comment or a file: the verdict first, then findings by file. Findings that do not fit are
 * counted, and the worst are kept first. Untrusted text is in code spans only.
 */
export function markdown(report: Report, context: MarkdownContext): string {
  const { diagnostics } = report
  const shown = findingsThatFit(diagnostics, context)
  const left = diagnostics.filter((one) => !shown.has(one))
  const blocks = [...groupByPath(diagnostics.filter((one) => shown.has(one))).values()].map((group) =>
    block(group, context),
  )
  const more = left.length > 0 ? [`${left.length} more: ${countedBySeverity(left)}`] : []
  return `${[`**${verdict(report, context)}**`, ...blocks, ...more].join('\n\n')}\n`
}

function verdict(report: Report, context: MarkdownContext): string {
  const { diagnostics, summary } = report
  const { markNew } = context
  const { errors, warnings, documents } = summary
  const passes = errors > 0 && passesWith(report, context)
  const mark = errors > 0 && !passes ? '✖' : warnings > 0 ? '⚠' : '✔'
  const counts = countedBySeverity(diagnostics) || 'nothing to report'
  // Errors come first.
  const found = passes ? counts.replace(' ', ' old ') : counts
  const fresh = diagnostics.filter((one) => one.new).length
  const newness = markNew && diagnostics.length > 0 ? `, ${fresh} new,` : ''
  return `${mark} memkeep: ${found}${newness} in ${counted(documents, 'document')}, ${itemsRead(summary)}`
}

/** The findings that fit, the worst first. */
function findingsThatFit(
  diagnostics: readonly Diagnostic[],
  context: MarkdownContext,
): ReadonlySet<Diagnostic> {
  const shown = new Set<Diagnostic>()
  const printed = new Set<string>()
  let room = (context.mostBytes ?? MOST_BYTES) - AROUND
  for (const one of worstFirst(diagnostics)) {
    // The bytes of a heading and of each help are counted once, with the empty lines around them.
    const heading = printed.has(one.path) ? [] : [headingOf(one), '', '']
    const lines = [...heading, ...linesOf(one, context, printed)]
    room -= lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    if (room < 0) break
    printed.add(one.path)
    shown.add(one)
  }
  return shown
}

function block(group: readonly Diagnostic[], context: MarkdownContext): string {
  const printed = new Set<string>()
  const lines = group.flatMap((one) => linesOf(one, context, printed))
  return [...group.slice(0, 1).map(headingOf), '', ...lines].join('\n')
}

/** A finding and its help, which is printed once for each file. */
function linesOf(one: Diagnostic, context: MarkdownContext, printed: Set<string>): string[] {
  const key = JSON.stringify([one.path, one.rule, one.help])
  const isPrinted = one.help === '' || printed.has(key)
  printed.add(key)
  return [findingLine(one, context), ...(isPrinted ? [] : [`  - ${markdownCode(shownText(one.help))}`])]
}

function headingOf({ path }: Diagnostic): string {
  return `### ${path === '.' ? 'Repository' : markdownCode(shownText(path))}`
}

function findingLine(diagnostic: Diagnostic, context: MarkdownContext): string {
  const { path, line, column, severity, rule, message } = diagnostic
  const place = path === '.' ? '' : ` ${line}:${column}`
  const age = ageOf(diagnostic, context)
  const fresh = age === 'new' ? ' **new**' : age === 'old' ? ' old' : ''
  const level = age === 'old' ? severity : `**${severity}**`
  return `- ${level}${place}${fresh} ${markdownCode(shownText(message))} (${markdownCode(rule)})`
}
