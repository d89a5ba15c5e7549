import type { Finding, Severity } from './diagnostic.ts'
import type { Document, Link, Suppression } from './document.ts'
import { DUTIES } from './duties.ts'
import type { Reading } from './kind.ts'
import { WHOLE_FILE } from './place.ts'
import type { DocumentRule, Found, Rule } from './rule.ts'
import type { Settings } from './settings.ts'
import type { ParseProblem, Source } from './source.ts'

/** What the document stage adds to a parsed source before the rules look at it. */
export type DocumentIdentity = {
  readonly id: string
  readonly layout: string
  readonly suppressions: readonly Suppression[]
  readonly links: readonly Link[]
  readonly lines: number
}

/** What is known of a file whose kind failed to read it. */
const UNREAD: Reading = {}

/** The rule that finds markers of a merge that nobody has resolved. */
const CONFLICT = 'no-conflict-marker'

/** Two versions in one text are neither: what else is found in it is about none of them, and would be mended in both. */
const SAID_OF_TORN: ReadonlySet<string> = new Set([
  CONFLICT,
  ...DUTIES,
  'no-secret',
  'no-hidden-text',
  'size-limit',
])

/** The document stage: one parsed file → plain data with its own findings. A rule that throws costs only itself. */
export function lintDocument(source: Source, identity: DocumentIdentity, rules: readonly Rule[]): Document {
  const findings: Finding[] = []
  const reading = readSafely(source, findings)
  for (const rule of rules) {
    if (rule.subject === 'document' && appliesTo(rule, source.kind.id)) runRule(rule, source, findings)
  }
  const { tombstones = [] } = reading
  const isTorn = findings.some(({ rule }) => rule === CONFLICT)
  return {
    path: source.path,
    id: identity.id,
    layout: identity.layout,
    kind: source.kind.id,
    scope: source.scope,
    lines: identity.lines,
    tokens: source.tokens,
    frontMatter: source.frontMatter?.fields ?? null,
    items: isTorn ? [] : (reading.items ?? []),
    unread: isTorn ? [] : (reading.unread ?? []),
    ...(!isTorn && tombstones.length > 0 && { tombstones }),
    links: isTorn ? [] : identity.links,
    dates: isTorn ? [] : (reading.dates ?? []),
    suppressions: identity.suppressions,
    facts: reading.facts ?? null,
    ...(reading.declared != null && { declared: reading.declared }),
    complete: !isTorn && reading !== UNREAD && source.problems.every(isHarmless),
    findings: isTorn ? findings.filter(({ rule }) => SAID_OF_TORN.has(rule)) : findings,
    ...(isSigned(source, reading) && { signature: true as const }),
    ...(source.problems.some(({ transient }) => transient) && { transient: true as const }),
  }
}

/** A block in a wrong place is read all the same. */
function isHarmless({ rule }: ParseProblem): boolean {
  return rule === 'front-matter-position'
}

/** True when a rule looks at documents of this kind. */
function appliesTo(rule: Rule, kind: string): boolean {
  return rule.kinds === undefined || rule.kinds.includes(kind)
}

/** The severity a finding gets: settings, else the finding's own, else the rule's; null when the rule is off. */
export function severityOf(rule: Rule, found: Pick<Found, 'severity'>, settings: Settings): Severity | null {
  const set = settings.rules[rule.id]
  if (set === 'off') return null
  return set ?? found.severity ?? rule.severity
}

/** What is said of a rule that threw. */
export function internalFinding(rule: string, error: unknown): Finding {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return {
    rule: 'internal',
    severity: 'error',
    place: WHOLE_FILE,
    message: `Rule ${rule} failed: ${reason.split('\n', 1)[0]}`,
    help: 'This is a bug in memkeep: please report it with the file that causes it. The other rules went on.',
    fixable: false,
  }
}

function readSafely(source: Source, findings: Finding[]): Reading {
  if (!source.kind.read) return {}
  try {
    return source.kind.read(source)
  } catch (error) {
    findings.push(internalFinding(`reading of kind ${source.kind.id}`, error))
    return UNREAD
  }
}

function isSigned(source: Source, reading: Reading): boolean {
  const { signature } = source.kind
  return signature === 'path' || (signature !== undefined && reading !== UNREAD && signature(source, reading))
}

function runRule(rule: DocumentRule, source: Source, findings: Finding[]): void {
  const found: Finding[] = []
  try {
    rule.check(source, (one) => {
      const severity = severityOf(rule, one, source.settings)
      if (severity) found.push(toFinding(rule, one, severity))
    })
  } catch (error) {
    found.push(internalFinding(rule.id, error))
  }
  // More than a call takes as arguments, in a text with something on every character.
  for (const one of found) findings.push(one)
}

function toFinding(rule: Rule, found: Found, severity: Severity): Finding {
  const { place, message, help, edits, alike } = found
  const base = { rule: rule.id, severity, place, message, help, fixable: edits !== undefined }
  return { ...base, ...(alike && { alike }), ...(edits && { edits }) }
}
