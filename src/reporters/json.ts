import type { FileChanges } from '../core/changes/file-changes.ts'
import type { Diagnostic } from '../core/diagnostic.ts'
import type { ItemsOverview, MemoryOverview, Tally } from '../core/memory-overview.ts'
import { safeText } from '../core/messages.ts'
import type {
  CitationCounts,
  CodeReport,
  Growth,
  MemoryReport,
  Report,
  ReportedRepository,
  Summary,
} from '../core/report.ts'
import type { TrimReport } from '../core/trim.ts'

/** The report as one line of JSON. Its keys are stable: scripts read them. */
export function json({ version, diagnostics, summary, files }: Report): string {
  return safeJson({
    version,
    diagnostics: diagnostics.map(stableDiagnostic),
    summary: { ...stableSummary(summary), known: summary.known },
    files: files && stableFiles(files),
  })
}

/**
 * A value as one line of JSON in which every control, bidi or invisible character is written `\uXXXX`. That is the
 * same value to a parser: outside strings JSON holds none of these characters.
 */
export function safeJson(value: unknown): string {
  return `${safeText(JSON.stringify(value))}\n`
}

/** Makes objects with these keys alone, in their documented order; one that is not there stays out. */
function stable<Value>(...keys: readonly (keyof Value & string)[]): (value: Value) => object {
  return (value) => Object.fromEntries(keys.map((key) => [key, value[key]]))
}

/** A diagnostic's stable keys. */
export const stableDiagnostic = stable<Diagnostic>(
  'path',
  'line',
  'column',
  'endLine',
  'endColumn',
  'severity',
  'rule',
  'message',
  'help',
  'fixable',
  'layout',
  'new',
  'loosened',
)

const stableSummary = stable<Summary>(
  'documents',
  'items',
  'errors',
  'warnings',
  'infos',
  'fixed',
  'cached',
  'headings',
  'seconds',
)

const stableFiles = stable<FileChanges>('added', 'changed', 'moved', 'gone')

/** The state of a memory as one line of JSON. Its keys are stable: scripts read them. */
export function memoryJson(memory: MemoryReport): string {
  return safeJson(stableMemory(memory))
}

/** The state of several memories as one line of JSON, each with its directory; `failure` where there is none to describe. */
export function memoriesJson(all: readonly ReportedRepository[]): string {
  const repositories = all.map(({ directory, ...one }) =>
    'memory' in one ? { directory, memory: stableMemory(one.memory) } : { directory, failure: one.failure },
  )
  return safeJson({ version: 1, repositories })
}

/** What could go from what agents load, as one line of JSON. Its keys are stable: scripts read them. */
export function trimJson({ version, name, agents, trims }: TrimReport): string {
  return safeJson({
    version,
    name,
    agents: agents.map(stable('agent', 'tokens', 'saves')),
    trims: trims.map(stable('path', 'line', 'ranges', 'kind', 'count', 'truth', 'tokens', 'agents')),
  })
}

function stableMemory({ version, name, today, report, ...more }: MemoryReport): object {
  return {
    version,
    name,
    today,
    report: {
      version: report.version,
      diagnostics: report.diagnostics.map(stableDiagnostic),
      summary: stableSummary(report.summary),
    },
    overviews: more.overviews.map(stableOverview),
    ...(more.code && { code: stableCode(more.code) }),
    ...(more.atStart && { atStart: more.atStart.map(stableGrowth) }),
    nearTags: (more.nearTags ?? []).map(stable('tag', 'count', 'like', 'likeCount', 'command')),
    suppressions: (more.suppressions ?? []).map(stable('path', 'line', 'rules', 'reason')),
  }
}

function stableGrowth({ agent, commits, now }: Growth): object {
  return { agent, commits: commits.map(stable('commit', 'date', 'tokens')), now }
}

const counts = stable<CitationCounts>('name', 'citations', 'held', 'moved', 'gone', 'unproven')

function stableCode({ files, agents, changed, total, unknown }: CodeReport): object {
  return {
    files: files.map(counts),
    agents: agents.map(counts),
    changed: changed.map(stable('path', 'line', 'text', 'written', 'commits', 'gone')),
    total,
    ...(unknown !== undefined && { unknown }),
  }
}

const tally = stable<Tally>('name', 'count')

function stableOverview({ layout, loads = [], items, categories, ...more }: MemoryOverview): object {
  return {
    layout,
    parts: more.parts.map(stable('name', 'documents', 'items', 'errors', 'warnings', 'infos')),
    budgets: more.budgets.map(stable('name', 'lines', 'tokens', 'mostLines', 'mostTokens')),
    loads: loads.map(({ agent, name, files, ...load }) => ({
      agent,
      name,
      files: files.map(stable('path', 'size', 'tokens', 'lost')),
      ...stable<typeof load>('session', 'unit', 'total', 'most', 'standing', 'source', 'asOf')(load),
    })),
    logs: more.logs.map(({ months, ...log }) => ({
      ...stable<typeof log>('path', 'part', 'items', 'most')(log),
      months: months.map(tally),
    })),
    plans: more.plans.map(stable('path', 'part', 'name', 'status', 'created')),
    tags: more.tags.map(tally),
    categories: categories.map(tally),
    items: {
      kinds: items.kinds.map(tally),
      statuses: items.statuses.map(tally),
      ...stable<ItemsOverview>('first', 'last', 'living', 'undated')(items),
      oldest: items.oldest.map(stable('path', 'line', 'kind', 'title', 'date')),
    },
    removed: more.removed.map(stable('path', 'line', 'kind', 'date', 'title', 'reason')),
  }
}
