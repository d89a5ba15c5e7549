import type { Diagnostic } from '../core/diagnostic.ts'
import type { MemoryOverview } from '../core/memory-overview.ts'
import { safeText } from '../core/messages.ts'
import type { MemoryReport, Report } from '../core/report.ts'

/** The report as one line of JSON. Its keys are stable: scripts read them. */
export function json({ version, diagnostics, summary }: Report): string {
  const { documents, items, errors, warnings, infos, fixed, cached, headings, seconds, known } = summary
  return safeJson({
    version,
    diagnostics: diagnostics.map(stableDiagnostic),
    summary: { documents, items, errors, warnings, infos, fixed, cached, headings, seconds, known },
  })
}

/**
 * A value as one line of JSON in which every control, bidi or invisible character is written `\uXXXX`. That is the
 * same value to a parser: outside strings JSON holds none of these characters.
 */
export function safeJson(value: unknown): string {
  return `${safeText(JSON.stringify(value))}\n`
}

/** A diagnostic's stable keys, in their documented order. */
export function stableDiagnostic(diagnostic: Diagnostic): Diagnostic {
  const { path, line, column, endLine, endColumn, severity, rule, message, help, fixable, layout } =
    diagnostic
  return {
    path,
    line,
    column,
    endLine,
    endColumn,
    severity,
    rule,
    message,
    help,
    fixable,
    layout,
    new: diagnostic.new,
    ...(diagnostic.loosened && { loosened: true as const }),
  }
}

/** The state of a memory as one line of JSON. Its keys are stable: scripts read them. */
export function memoryJson({
  version,
  name,
  today,
  report,
  overviews,
  nearTags = [],
  suppressions = [],
}: MemoryReport): string {
  const { documents, items, errors, warnings, infos, fixed, cached, headings, seconds } = report.summary
  return safeJson({
    version,
    name,
    today,
    report: {
      version: report.version,
      diagnostics: report.diagnostics.map(stableDiagnostic),
      summary: { documents, items, errors, warnings, infos, fixed, cached, headings, seconds },
    },
    overviews: overviews.map(stableOverview),
    nearTags: nearTags.map(({ tag, count, like, likeCount, command }) => {
      return { tag, count, like, likeCount, command }
    }),
    suppressions: suppressions.map(({ path, line, rules, reason }) => ({ path, line, rules, reason })),
  })
}

/** An overview's stable keys, in their documented order. */
function stableOverview(overview: MemoryOverview): MemoryOverview {
  const { layout, parts, budgets, loads = [], logs, plans, tags, categories, items, removed } = overview
  const { kinds, statuses, first, last, living, undated, oldest } = items
  const tally = ({ name, count }: MemoryOverview['tags'][number]) => ({ name, count })
  return {
    layout,
    parts: parts.map(({ name, documents, items, errors, warnings, infos }) => {
      return { name, documents, items, errors, warnings, infos }
    }),
    budgets: budgets.map(({ name, lines, tokens, mostLines, mostTokens }) => {
      return { name, lines, tokens, mostLines, mostTokens }
    }),
    loads: loads.map(({ agent, name, files, unit, total, most, standing, source, asOf }) => {
      const shown = files.map(({ path, size, lost }) => ({ path, size, lost }))
      return { agent, name, files: shown, unit, total, most, standing, source, asOf }
    }),
    logs: logs.map(({ path, part, items, most, months }) => {
      return { path, part, items, most, months: months.map(tally) }
    }),
    plans: plans.map(({ path, part, name, status, created }) => ({ path, part, name, status, created })),
    tags: tags.map(tally),
    categories: categories.map(tally),
    items: {
      kinds: kinds.map(tally),
      statuses: statuses.map(tally),
      first,
      last,
      living,
      undated,
      oldest: oldest.map(({ path, line, kind, title, date }) => ({ path, line, kind, title, date })),
    },
    removed: removed.map(({ path, line, kind, date, title, reason }) => {
      return { path, line, kind, date, title, reason }
    }),
  }
}
