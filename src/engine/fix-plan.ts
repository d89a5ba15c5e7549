import { countByRule, type Diagnostic, MOST_PER_RULE } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import type { FileContent } from '../core/snapshot.ts'
import { applyEdits, type Edit } from '../core/text.ts'
import { overlay, type PlannedFile, type WritePlan } from '../core/write-plan.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import { textOfBytes } from '../snapshot/text-of-bytes.ts'
import { type Checked, checkMemory } from './check-snapshot.ts'
import { claimFiles } from './claims.ts'
import { planDerivedFiles } from './derived-plan.ts'
import { findingKey } from './finding-key.ts'
import type { MemoryContext } from './load-options.ts'
import { stageDocument } from './stage-document.ts'

/** Enough rounds for edits that overlap or that uncover the next finding; more would be two rules that disagree. */
const ROUNDS = 10

/** What is to be fixed, and how it is known which findings are meant. */
export type FixInput = {
  readonly snapshot: OpenSnapshot
  readonly today: string
  /** Findings that were asked for: those under the given paths. */
  readonly wanted: (diagnostic: Diagnostic) => boolean
}

/**
 * Plans every safe fix of a snapshot: rounds of document edits first, then the rules' own files, then what is derived:
 * what was asked for, and what the edits themselves have made stale. Nothing is written; the plan's own result has been
 * checked.
 */
export async function fixPlan(input: FixInput, options: MemoryContext): Promise<WritePlan> {
  const plan = new Map<string, PlannedFile>()
  let staleBefore: ReadonlySet<string> | null = null
  for (let round = 0; round < ROUNDS; round += 1) {
    const snapshot: OpenSnapshot = overlay(input.snapshot, plan)
    const sides = { after: snapshot, before: null, merge: null, today: input.today }
    const checked = await checkMemory({ ...options, ...sides })
    const known: ReadonlySet<string> =
      staleBefore ?? new Set(checked.diagnostics.filter(isStale).map(({ path }) => path))
    staleBefore = known
    const isWanted = (one: Diagnostic): boolean => input.wanted(one) || (isStale(one) && !known.has(one.path))
    const fixable = checked.diagnostics.filter((one) => one.fixable && isWanted(one))
    const step = await nextStep({ snapshot, checked, fixable, options })
    if (step.size === 0) break
    for (const [path, file] of step) plan.set(path, file)
  }
  return plan
}

function isStale({ rule }: Diagnostic): boolean {
  return rule === DERIVED_FRESH
}

type Round = {
  readonly snapshot: OpenSnapshot
  readonly checked: Checked
  readonly fixable: readonly Diagnostic[]
  readonly options: MemoryContext
}

/** Derived files come last: they follow from what the edits leave. */
async function nextStep(round: Round): Promise<WritePlan> {
  const edited = await documentEdits(round)
  if (edited.size > 0) return edited
  const written = memoryFixes(round)
  return written.size > 0 ? written : derivedFixes(round)
}

async function documentEdits({ snapshot, checked, fixable, options }: Round): Promise<WritePlan> {
  const paths = [...new Set(fixable.filter((one) => !isStale(one)).map(({ path }) => path))]
  if (paths.length === 0) return new Map()
  const claimed = new Map(claimFiles(snapshot, options).map((one) => [one.file.path, one]))
  const contents = await snapshot.read(paths.filter((path) => claimed.has(path)))
  const plan = new Map<string, PlannedFile>()
  for (const path of paths) {
    const one = claimed.get(path)
    const content = contents.get(path)
    if (!one || !content || 'failure' in content) continue
    const document = await stageDocument(one, content, options)
    const text = textOfBytes(content.bytes)
    const edits = wantedEdits(document, checked.diagnostics)
    const after = applyEdits(text, edits)
    // A mend must not make a file too large to be read.
    const fits = Buffer.byteLength(after) <= options.settings.limits.fileBytes
    if (after !== text && fits) plan.set(path, { kind: 'text', text: after })
  }
  return plan
}

/**
 * Edits of the findings that were reported: what is suppressed or turned off is not mended. Of a rule that has more
 * findings than are reported, all are meant.
 */
function wantedEdits(document: Document, reported: readonly Diagnostic[]): Edit[] {
  const own = reported.filter((one) => one.path === document.path)
  const places = new Set(own.map(findingKey))
  const counts = countByRule(own)
  return document.findings.flatMap(({ edits, rule, place, message }) => {
    if (!edits) return []
    const isMeant = places.has(findingKey({ rule, message, ...place }))
    const isCut = (counts.get(rule) ?? 0) >= MOST_PER_RULE && !isSuppressed(document, rule, place.line)
    return isMeant || isCut ? edits : []
  })
}

function isSuppressed({ suppressions }: Document, rule: string, line: number): boolean {
  return suppressions.some((one) => one.rules.includes(rule) && line >= one.firstLine && line <= one.lastLine)
}

function memoryFixes({ checked, fixable, options }: Round): WritePlan {
  const plan = new Map<string, PlannedFile>()
  for (const [layout, memory] of checked.memories) {
    for (const rule of [...options.rules, ...layout.rules]) {
      if (rule.subject !== 'memory' || !rule.fix) continue
      const findings = fixable.filter((one) => one.rule === rule.id && one.layout === layout.id)
      if (findings.length === 0) continue
      for (const [path, file] of rule.fix(memory, findings)) plan.set(path, file)
    }
  }
  return plan
}

async function derivedFixes({ snapshot, checked, fixable, options }: Round): Promise<WritePlan> {
  const stale = new Set(fixable.filter(isStale).map(({ path }) => path))
  if (stale.size === 0) return new Map()
  const plan = await planDerivedFiles({ snapshot, memories: checked.memories }, options)
  return new Map([...plan].filter(([path]) => stale.has(path)))
}

/** The bytes that a plan was made for, by path; null for a file that was not there. */
export async function readExpected(
  snapshot: OpenSnapshot,
  plan: WritePlan,
): Promise<ReadonlyMap<string, Uint8Array | null>> {
  const paths = [...plan.keys()]
  const contents = await snapshot.read(paths.filter((path) => snapshot.files.has(path)))
  return new Map(paths.map((path) => [path, bytesOf(contents.get(path))]))
}

function bytesOf(content: FileContent | undefined): Uint8Array | null {
  return content && 'bytes' in content ? content.bytes : null
}
