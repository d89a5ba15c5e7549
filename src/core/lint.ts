import type { Citation } from './citation.ts'
import { ofPresent } from './cited-paths.ts'
import {
  capFindings,
  compareDiagnostics,
  type Diagnostic,
  type Finding,
  type Severity,
  toDiagnostic,
} from './diagnostic.ts'
import type { Change, Document, Item, Link, Memory, Section, Suppression } from './document.ts'
import { derivationOf, type Layout } from './layout.ts'
import { quoteForShell } from './messages.ts'
import { ALWAYS_ON_RULES, type DocumentRule, type Found, type MemoryRule, type Rule } from './rule.ts'
import type { Settings } from './settings.ts'
import type { Kind, ParseProblem, Reading, Source } from './source.ts'
import { suppress } from './suppress.ts'
import { lineAt, WHOLE_FILE } from './text.ts'

/** The engine's own rule about derived files: each layout's rebuild says what is stale. */
export const DERIVED_FRESH = 'derived-fresh'

/** One layout's part of a check. `change` is absent when there is nothing to compare with. */
type LintInput = {
  readonly layout: Layout
  readonly memory: Memory
  readonly change?: Change
  /** The shared rules and the layout's own. */
  readonly rules: readonly Rule[]
  /** The change has been let in already: comments that it adds count. */
  readonly isLetIn?: boolean | undefined
  /** The change is one of nothing but what judges memory: comments that it adds are named, and not refused for that. */
  readonly isAlone?: boolean | undefined
  /** No comment suppresses anything. */
  readonly ignoreSuppressions?: boolean | undefined
  /** Paths of documents whose own findings are known, and not asked for. */
  readonly unchanged?: ReadonlySet<string> | undefined
}

/**
 * The memory and change stages over plain documents, then suppressions, then the total order.
 * A pure function: the same documents give the same diagnostics.
 */
export function lint(input: LintInput): Diagnostic[] {
  const { memory, layout, unchanged } = input
  const found: Diagnostic[] = memory.documents.flatMap(({ path, findings }) =>
    findings
      .filter(({ rule }) => !unchanged?.has(path) || ALWAYS_ON_RULES.includes(rule))
      .map((finding) => toDiagnostic(finding, path, layout.id)),
  )
  const ran = new Set<string>()
  for (const rule of input.rules) {
    if (!runsIn(rule, input)) continue
    ran.add(rule.id)
    // More than a call takes as arguments, in a memory of any size.
    for (const one of runReduceRule(rule, input)) found.push(one)
  }
  const ids = new Set(input.rules.map(({ id }) => id))
  const ofChange = new Set(input.rules.flatMap(({ id, subject }) => (subject === 'change' ? [id] : [])))
  const { isLetIn, isAlone, ignoreSuppressions: ignore } = input
  const options = { change: input.change, isLetIn, isAlone, ignore }
  return suppress(withItems(ofForeign(found, input), memory), memory, { ids, ran, ofChange }, options).sort(
    compareDiagnostics,
  )
}

/** Of what was written elsewhere only what may do harm is said, and what cannot be read. */
function ofForeign(
  found: readonly Diagnostic[],
  { rules, layout, memory }: LintInput,
): readonly Diagnostic[] {
  const foreign = new Set(layout.kinds.flatMap((kind) => kind.foreign?.(memory) ?? []))
  if (foreign.size === 0) return found
  const said = new Set(rules.flatMap((rule) => (rule.ofForeign ? [rule.id] : [])))
  return found.filter(
    ({ path, rule, severity }) => !foreign.has(path) || said.has(rule) || severity === 'error',
  )
}

/** Findings at the line where an item begins, with that item's key. */
function withItems(found: readonly Diagnostic[], { documents }: Memory): readonly Diagnostic[] {
  const paths = new Set(found.map(({ path }) => path))
  const keys = new Map<string, ReadonlyMap<number, string>>()
  for (const { path, items } of documents) {
    if (paths.has(path)) keys.set(path, new Map(items.map(({ place, key }) => [place.line, key])))
  }
  return found.map((one) => {
    const item = keys.get(one.path)?.get(one.line)
    return item === undefined ? one : { ...one, item }
  })
}

function runsIn(rule: Rule, input: LintInput): boolean {
  return rule.subject !== 'change' || input.change !== undefined
}

function runReduceRule(rule: Rule, input: LintInput): Diagnostic[] {
  const { memory, change, layout } = input
  const byPath = new Map<string, Finding[]>()
  const uncertain = rule.subject === 'change' ? uncertainPaths(change) : NONE
  const report = (path: string, found: Found): void => {
    const asIs = asFinding(rule, found, memory.settings)
    const finding = asIs && uncertain.has(path) ? asUncertain(asIs, path) : asIs
    if (!finding) return
    const findings = byPath.get(path)
    if (findings) findings.push(finding)
    else byPath.set(path, [finding])
  }
  try {
    if (rule.subject === 'memory') rule.check(reachOf(rule, input), report)
    else if (rule.subject === 'change' && change) rule.check(change, report)
    else if (rule.id === DERIVED_FRESH)
      for (const { path, found } of derivationOf(layout, memory).stale) report(path, found)
  } catch (error) {
    byPath.set('.', [...(byPath.get('.') ?? []), internalFinding(rule.id, error)])
  }
  return [...byPath].flatMap(([path, findings]) =>
    capFindings(findings).map((finding) => toDiagnostic(finding, path, layout.id)),
  )
}

const NONE: ReadonlySet<string> = new Set()

/** Files whose items were not certain before a change: rules name a change of those items, and refuse none. */
function uncertainPaths(change: Change | undefined): ReadonlySet<string> {
  if (!change) return NONE
  const sides = [change.before, ...(change.merge?.others ?? [])]
  return new Set(
    sides.flatMap(({ documents }) =>
      documents.flatMap(({ path, form }) => (form?.uncertain === 'other' ? [path] : [])),
    ),
  )
}

function asUncertain(finding: Finding, path: string): Finding {
  const help = `The form of its entries is not certain, so this is no error; \`memkeep files --explain ${quoteForShell(path)}\` shows how it is read, and \`logs\` in memkeep.yaml names the form. ${finding.help}`
  return { ...finding, severity: 'info', help }
}

/** What a rule says of one document cannot have changed where the document has not. */
function reachOf({ reach }: MemoryRule, { memory, unchanged }: LintInput): Memory {
  if (reach !== 'document' || !unchanged) return memory
  return { ...memory, documents: memory.documents.filter(({ path }) => !unchanged.has(path)) }
}

function asFinding(rule: Rule, found: Found, settings: Settings): Finding | null {
  const severity = severityOf(rule, found, settings)
  if (!severity) return null
  const { place, message, help, alike, fixable = false } = found
  return { rule: rule.id, severity, place, message, help, fixable, ...(alike && { alike }) }
}

/** What the document stage adds to a parsed source before the rules look at it. */
type DocumentIdentity = {
  readonly id: string
  readonly layout: string
  readonly suppressions: readonly Suppression[]
  readonly links: readonly Link[]
  readonly sections?: () => readonly Section[] | undefined
  /** Absent but for text that is meant to be true now. */
  readonly citations?: readonly Citation[] | undefined
  readonly lines: number
}

/** What is known of a file whose kind failed to read it. */
const UNREAD: Reading = {}

/** The rule that finds markers of an unresolved merge. */
const CONFLICT = 'no-conflict-marker'

/** A text with two versions is neither: other findings in it belong to none of them, and a fix would change both. */
const RULES_WITH_CONFLICTS: ReadonlySet<string> = new Set([
  CONFLICT,
  ...ALWAYS_ON_RULES,
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
  const { items, tombstones } = withDamage(reading, source)
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
    items: isTorn ? [] : items.map((item) => withLife(item, source.kind)),
    ...(!isTorn && reading.form && { form: reading.form }),
    unread: isTorn ? [] : (reading.unread ?? []),
    ...(!isTorn && tombstones.length > 0 && { tombstones }),
    links: isTorn ? [] : identity.links,
    ...(!isTorn &&
      !reading.past &&
      identity.citations && { citations: ofPresent(identity.citations, items) }),
    ...(!isTorn && isSectioned(source, reading) && sectionsOf(identity)),
    dates: isTorn ? [] : (reading.dates ?? []),
    ...(!isTorn && reading.date !== undefined && { date: reading.date }),
    ...(!isTorn && reading.says && { says: reading.says }),
    suppressions: identity.suppressions,
    facts: reading.facts ?? null,
    ...(reading.declared != null && { declared: reading.declared }),
    complete: !isTorn && reading !== UNREAD && source.problems.every(isHarmless),
    findings: isTorn ? findings.filter(({ rule }) => RULES_WITH_CONFLICTS.has(rule)) : findings,
    ...(isSigned(source, reading) && { signature: true as const }),
    ...(source.kind.freeText && { freeText: true as const }),
    ...(source.kind.archive && { archive: true as const }),
    ...(source.problems.some(({ transient }) => transient) && { transient: true as const }),
  }
}

/** What a file remembers, marked where the lines from its own to those of the next are not all text. */
function withDamage(
  { items = [], tombstones = [] }: Reading,
  { replaced, frontMatter, starts }: Source,
): { readonly items: readonly Item[]; readonly tombstones: readonly Item[] } {
  if (!replaced) return { items, tombstones }
  const lines = [...items, ...tombstones].map(({ place }) => place.line)
  // Fields at the top may say something of every item, and the first may begin above its heading.
  const first = Math.min(...lines)
  const damaged = new Set(
    replaced.flatMap((offset) => {
      const bad = lineAt(starts, offset)
      return offset < (frontMatter?.block.end ?? 0)
        ? lines
        : Math.max(first, ...lines.filter((line) => line <= bad))
    }),
  )
  const mark = (item: Item): Item => (damaged.has(item.place.line) ? { ...item, damaged: true } : item)
  return { items: items.map(mark), tombstones: tombstones.map(mark) }
}

/** What is read as items is compared as items, but for text that is an item as a whole. */
function isSectioned({ kind }: Source, { items = [] }: Reading): boolean {
  return kind.freeText === true || items.length === 0
}

/** Most documents have items: only the text of others is cut into sections. */
function sectionsOf({ sections }: DocumentIdentity): { readonly sections?: readonly Section[] } {
  const found = sections?.()
  return found ? { sections: found } : {}
}

function withLife(item: Item, { living }: Kind): Item {
  return living && item.living === undefined ? { ...item, living } : item
}

/** A block in a wrong place is read nevertheless. */
function isHarmless({ rule }: ParseProblem): boolean {
  return rule === 'front-matter-position'
}

/** True when a rule looks at documents of this kind. */
function appliesTo(rule: Rule, kind: string): boolean {
  return rule.kinds === undefined || rule.kinds.includes(kind)
}

/** The severity a finding gets: settings, else the finding's own, else the rule's; null when the rule is off. */
export function severityOf(
  rule: Rule,
  found: { readonly severity?: Severity },
  settings: Settings,
): Severity | null {
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
      // An edit at offsets of a text whose file has other bytes would destroy those.
      const { edits, ...plain } = one
      if (severity) found.push(toFinding(rule, source.replaced ? plain : one, severity))
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
