import { type Diagnostic, groupByPath, type Severity } from '../core/diagnostic.ts'
import { safeText } from '../core/messages.ts'
import type { Summary } from '../core/report.ts'

/** `1 error`, `3 errors`, `2 guesses`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
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

/** The most findings of one rule in one file that are shown; more of them repeat the same text. */
const MOST_ALIKE = 10

/**
 * The diagnostics that get a line: every error, and for each file and rule the first ten new and the first ten old
 * warnings and infos.
 */
export function findingsToList(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Map<string, number>()
  return diagnostics.filter(({ path, rule, severity, new: isNew }) => {
    if (severity === 'error') return true
    const key = `${isNew} ${rule} ${path}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count <= MOST_ALIKE
  })
}

const MOST_FILES = 50
const MOST_FINDINGS = 200

/** Takes room for the frames of one file after the other: given how many it could have, says how many it gets. */
type TakeRoom = (framable: number) => number

/** Room for 50 files and 200 findings. More frames help no reader, and reading more files would cost more than the check. */
export function frameRoom(): TakeRoom {
  let files = 0
  let findings = 0
  return (framable) => {
    const room = files < MOST_FILES ? Math.min(framable, MOST_FINDINGS - findings) : 0
    if (framable > 0) files += 1
    findings += room
    return room
  }
}

/** The diagnostics that get a frame: errors and warnings with a place inside a file, as far as there is room. */
export function findingsToFrame(diagnostics: readonly Diagnostic[], takeRoom = frameRoom()): Diagnostic[] {
  return [...groupByPath(diagnostics.filter(hasPlace)).values()].flatMap((group) =>
    group.slice(0, takeRoom(group.length)),
  )
}

/** The rule whose source line is never printed: logs are public, and kept for years. */
const SECRET = 'no-secret'

function hasPlace({ rule, path, severity, line, column, endLine, endColumn }: Diagnostic): boolean {
  const wholeFile = line === 1 && column === 1 && endLine === 1 && endColumn === 1
  return rule !== SECRET && severity !== 'info' && path !== '.' && !wholeFile
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
