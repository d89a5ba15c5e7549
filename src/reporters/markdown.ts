import { type Diagnostic, groupByPath } from '../core/diagnostic.ts'
import type { Report } from '../core/report.ts'
import { markdownCode } from './markdown-text.ts'
import { counted, countedBySeverity, itemsRead, shownText, worstFirst } from './wording.ts'

/** What the Markdown report needs in addition to the report. */
type MarkdownContext = {
  /** Mark findings that the snapshot before did not have. */
  readonly markNew: boolean
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

function verdict({ diagnostics, summary }: Report, { markNew }: MarkdownContext): string {
  const { errors, warnings, documents } = summary
  const mark = errors > 0 ? '✖' : warnings > 0 ? '⚠' : '✔'
  const found = countedBySeverity(diagnostics) || 'nothing to report'
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
    const help = printed.has(helpKey(one)) ? [] : helpLines(one)
    const lines = [...heading, findingLine(one, context), ...help]
    room -= lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0)
    if (room < 0) break
    printed.add(one.path).add(helpKey(one))
    shown.add(one)
  }
  return shown
}

/** Each help is printed once for each file. */
function block(group: readonly Diagnostic[], context: MarkdownContext): string {
  const helped = new Set<string>()
  const lines = group.flatMap((one) => {
    const help = helped.has(helpKey(one)) ? [] : helpLines(one)
    helped.add(helpKey(one))
    return [findingLine(one, context), ...help]
  })
  return [...group.slice(0, 1).map(headingOf), '', ...lines].join('\n')
}

function headingOf({ path }: Diagnostic): string {
  return `### ${path === '.' ? 'Repository' : markdownCode(shownText(path))}`
}

function findingLine(diagnostic: Diagnostic, { markNew }: MarkdownContext): string {
  const { path, line, column, severity, rule, message } = diagnostic
  const place = path === '.' ? '' : ` ${line}:${column}`
  const fresh = markNew && diagnostic.new ? ' **new**' : ''
  return `- **${severity}**${place}${fresh} ${markdownCode(shownText(message))} (${markdownCode(rule)})`
}

function helpKey({ path, rule, help }: Diagnostic): string {
  return JSON.stringify([path, rule, help])
}

function helpLines({ help }: Diagnostic): string[] {
  return help === '' ? [] : [`  - ${markdownCode(shownText(help))}`]
}
