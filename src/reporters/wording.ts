import type { Diagnostic, Severity } from '../core/diagnostic.ts'
import { safeText } from '../core/messages.ts'
import type { Report, Summary, TokensAtStart } from '../core/report.ts'

/** `1 error`, `3 errors`, `2 guesses`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
}

/** What a change adds to every session: `+340 tokens for Claude Code at every start`. The agent is untrusted: `show` makes it harmless. */
export function startNote({ agent, before, after }: TokensAtStart, show: (name: string) => string): string {
  const sign = after > before ? '+' : '−'
  return `${sign}${counted(Math.abs(after - before), 'token')} for ${show(agent)} at every start, estimated: ${after} now`
}

/** `3 items`, and where headings or lines look like items that are not read: `1 item read of 14 seen`. */
export function itemsRead({ items, headings }: Summary): string {
  const read = counted(items, 'item')
  return headings === items ? read : `${read} read of ${headings} seen`
}

/** The worst first. */
export const SEVERITY_RANK: { readonly [severity in Severity]: number } = { error: 0, warning: 1, info: 2 }

/** Errors first, and new findings first within a severity; the sort is stable. */
export function worstFirst(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] || Number(b.new) - Number(a.new),
  )
}

/** `2 errors, 1 warning`; empty for none. */
export function countedBySeverity(diagnostics: readonly Diagnostic[]): string {
  return (['error', 'warning', 'info'] as const)
    .map((severity) => ({ severity, count: countOf(diagnostics, severity) }))
    .flatMap(({ severity, count }) => (count > 0 ? counted(count, severity) : []))
    .join(', ')
}

/** How many findings are of a severity. */
export function countOf(diagnostics: readonly Diagnostic[], severity: Severity): number {
  return diagnostics.filter((one) => one.severity === severity).length
}

/** So many findings are printed where people read them: who has more reads the table below, or writes all to a file. */
const MOST_LISTED = 60
/** The most findings of one rule in one file that come before others. */
const MOST_ALIKE = 10

/** Findings to print, and how many of each severity and rule are not printed, the worst and the most of them first. */
export type Listing = { readonly shown: readonly Diagnostic[]; readonly left: readonly LeftOut[] }

export type LeftOut = {
  readonly rule: string
  readonly severity: Severity
  readonly count: number
  readonly files: number
}

/** The first findings in their order: new ones before old ones, the worst before others, and the first ten of a rule in a file before more. */
export function listingOf(diagnostics: readonly Diagnostic[], most = MOST_LISTED): Listing {
  if (diagnostics.length <= most) return { shown: diagnostics, left: [] }
  const seen = new Map<string, number>()
  const ranks = diagnostics.map(({ path, rule, severity, new: isNew }) => {
    const key = `${rule} ${path}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return (isNew ? 0 : 6) + SEVERITY_RANK[severity] * 2 + (count > MOST_ALIKE ? 1 : 0)
  })
  const order = ranks.map((rank, i) => ({ rank, i })).sort((a, b) => a.rank - b.rank || a.i - b.i)
  const first = new Set(order.slice(0, most).map(({ i }) => i))
  return {
    shown: diagnostics.filter((_, i) => first.has(i)),
    left: countLeft(diagnostics.filter((_, i) => !first.has(i))),
  }
}

function countLeft(diagnostics: readonly Diagnostic[]): readonly LeftOut[] {
  const rows = new Map<string, { readonly one: Diagnostic; count: number; readonly files: Set<string> }>()
  for (const one of diagnostics) {
    const key = `${one.severity} ${one.rule}`
    const row = rows.get(key) ?? { one, count: 0, files: new Set() }
    row.count += 1
    row.files.add(one.path)
    rows.set(key, row)
  }
  return [...rows.values()]
    .map(({ one: { rule, severity }, count, files }) => ({ rule, severity, count, files: files.size }))
    .sort((a, b) => SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity] || b.count - a.count)
}

/** The rule whose source line is never printed: logs are public, and kept for years. */
const SECRET = 'no-secret'

/** Rules that report what is gone at an empty place between two lines: neither of these is wrong. */
const OF_LOSSES: readonly string[] = ['item-lost', 'history']

/** True for a finding that gets a frame: an error or a warning with a place inside a file. */
export function hasFrame({ rule, path, severity, line, column, endLine, endColumn }: Diagnostic): boolean {
  const isEmpty = column === 1 && endLine === line && endColumn === 1
  const isNowhere = isEmpty && (line === 1 || OF_LOSSES.includes(rule))
  return rule !== SECRET && severity !== 'info' && path !== '.' && !isNowhere
}

/** How a report treats new and old findings. */
export type AgainstBase = {
  /** There is a side before, so findings are new or old. */
  readonly markNew: boolean
  /** True when a finding makes the run fail. */
  readonly fails: (one: Diagnostic) => boolean
}

/** True for an old finding that fails no run: it is reported, but not as something to fix now. */
export function isToleratedOld(one: Diagnostic, { markNew, fails }: AgainstBase): boolean {
  return markNew && !one.new && !fails(one)
}

/** What a run is judged by; without `fails` it is not known which findings it takes. */
export type Ages = { readonly markNew: boolean; readonly fails?: AgainstBase['fails'] | undefined }

/** `new`, or `old` for an old finding that fails no run. */
export function ageOf(one: Diagnostic, { markNew, fails }: Ages): 'new' | 'old' | '' {
  if (!markNew) return ''
  if (one.new) return 'new'
  return fails && !fails(one) ? 'old' : ''
}

/** True where a run passes in spite of what was found: its errors are all old ones. Findings are read only where age counts: a kept report parses them then. */
export function passesWith(report: Report, { markNew, fails }: Ages): boolean {
  return markNew && fails !== undefined && !report.diagnostics.some(fails)
}

/** The most UTF-16 units of one untrusted text: services cut longer ones themselves. */
const MOST = 1_000

/** Untrusted text in one line, escaped and cut to what a service shows; never half a character. */
export function shownText(text: string, most: number = MOST): string {
  // Escaping makes a text longer, never shorter.
  const shown = safeText(text.slice(0, most))
  if (shown.length <= most && text.length <= most) return shown
  return `${shown.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A message and its help as two sentences. */
export function shownAdvice({ message, help }: { readonly message: string; readonly help: string }): string {
  const said = shownText(message)
  const ended = /[.!?…]$/.test(said) ? said : `${said}.`
  return help === '' ? ended : `${ended} ${shownText(help)}`
}
