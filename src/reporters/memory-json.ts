import type { MemoryOverview } from '../core/memory-overview.ts'
import type { MemoryReport } from '../core/report.ts'
import { safeJson, stableDiagnostic } from './json.ts'

/** The state of a memory as one line of JSON. Its keys are stable: scripts read them. */
export function memoryJson({
  version,
  name,
  today,
  report,
  overviews,
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
    suppressions: suppressions.map(({ path, line, rules, reason }) => ({ path, line, rules, reason })),
  })
}

/** An overview's stable keys, in their documented order. */
function stableOverview(overview: MemoryOverview): MemoryOverview {
  const { layout, parts, budgets, logs, plans, tags, categories, removed } = overview
  const tally = ({ name, count }: MemoryOverview['tags'][number]) => ({ name, count })
  return {
    layout,
    parts: parts.map(({ name, documents, items, errors, warnings, infos }) => {
      return { name, documents, items, errors, warnings, infos }
    }),
    budgets: budgets.map(({ name, lines, tokens, mostLines, mostTokens }) => {
      return { name, lines, tokens, mostLines, mostTokens }
    }),
    logs: logs.map(({ path, part, items, most, months }) => {
      return { path, part, items, most, months: months.map(tally) }
    }),
    plans: plans.map(({ path, part, name, status, created }) => ({ path, part, name, status, created })),
    tags: tags.map(tally),
    categories: categories.map(tally),
    removed: removed.map(({ path, line, kind, date, title, reason }) => {
      return { path, line, kind, date, title, reason }
    }),
  }
}
