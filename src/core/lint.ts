import { capped } from './capped.ts'
import { derivationOf } from './derivation.ts'
import { compareDiagnostics, type Diagnostic, type Finding, toDiagnostic } from './diagnostic.ts'
import { DUTIES } from './duties.ts'
import type { Layout } from './layout.ts'
import { internalFinding, severityOf } from './lint-document.ts'
import type { Change, Memory } from './memory.ts'
import type { Found, MemoryRule, Rule } from './rule.ts'
import type { Settings } from './settings.ts'
import { suppress } from './suppress.ts'

/** The engine's own rule about derived files: each layout's rebuild says what is stale. */
export const DERIVED_FRESH = 'derived-fresh'

/** One layout's part of a check. `change` is absent when there is nothing to compare with. */
export type LintInput = {
  readonly layout: Layout
  readonly memory: Memory
  readonly change?: Change
  /** The shared rules and the layout's own. */
  readonly rules: readonly Rule[]
  /** The change has been let in already: comments that it adds count. */
  readonly isLetIn?: boolean | undefined
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
      .filter(({ rule }) => !unchanged?.has(path) || DUTIES.includes(rule))
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
  const options = { change: input.change, isLetIn: input.isLetIn, ignore: input.ignoreSuppressions }
  return suppress(withItems(found, memory), memory, { ids, ran, ofChange }, options).sort(compareDiagnostics)
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
  const report = (path: string, found: Found): void => {
    const finding = asFinding(rule, found, memory.settings)
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
    capped(findings).map((finding) => toDiagnostic(finding, path, layout.id)),
  )
}

/** What a rule says of one document cannot have changed where the document has not. */
function reachOf({ reach }: MemoryRule, { memory, unchanged }: LintInput): Memory {
  if (reach !== 'document' || !unchanged) return memory
  return { ...memory, documents: memory.documents.filter(({ path }) => !unchanged.has(path)) }
}

function asFinding(rule: Rule, found: Found, settings: Settings): Finding | null {
  const severity = severityOf(rule, found, settings)
  if (!severity) return null
  const { place, message, help } = found
  return { rule: rule.id, severity, place, message, help, fixable: found.fixable ?? false }
}
