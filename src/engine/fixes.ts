import { countByRule, type Diagnostic, groupByPath, MOST_PER_RULE } from '../core/diagnostic.ts'
import type { Document } from '../core/document.ts'
import { DERIVED_FRESH } from '../core/lint.ts'
import { safeText, UserError } from '../core/messages.ts'
import type { FileContent, Snapshot } from '../core/snapshot.ts'
import {
  applyEdits,
  compareText,
  type Edit,
  type LineStarts,
  lineStarts,
  placeOf,
  type Replacement,
} from '../core/text.ts'
import { overlay, type PlannedFile, type WritePlan } from '../core/write-plan.ts'
import { applyWritePlan } from '../fs/write-plan.ts'
import { openWorkTree } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, type Project, readOnce, textOfBytes, writingIn } from '../snapshot/project.ts'
import { type Checked, checkMemory } from './check-memory.ts'
import { claimFiles } from './claims.ts'
import { type MemoryContext, withSnapshot } from './context.ts'
import { copyReplaced, planDerivedFiles } from './derived-files.ts'
import { BATCH, stageDocument } from './documents/load-documents.ts'
import type { OpenMemory } from './open-memory.ts'
import { addIgnoredMemory } from './work-tree.ts'

/** What `--fix` did, and the work tree as it is now. */
export type FixResult = {
  readonly fixed: number
  /** Paths of the files that were changed, derived ones included. */
  readonly written: readonly string[]
  readonly notes: readonly string[]
  readonly after: OpenSnapshot
  /** Paths of documents whose facts no earlier run had found. */
  readonly fresh: readonly string[]
}

/** Applies every safe fix to the work tree. A file that changes meanwhile is left as it is and named. */
export async function applyFixes(
  memory: OpenMemory,
  isWanted: (path: string) => boolean,
): Promise<FixResult> {
  const found = await checkMemory(withSnapshot(memory, memory.after))
  const { fresh } = found
  const fixable = found.diagnostics.filter((one) => one.fixable && isWanted(one.path))
  if (fixable.length === 0) return { fixed: 0, written: [], notes: [], after: memory.after, fresh }
  const { project } = memory
  const snapshot = readOnce(memory.after)
  const plan = await fixPlan({ snapshot, wanted: ({ path }) => isWanted(path) }, memory)
  const kept = await copyReplaced(project, snapshot, { memories: found.memories, plan })
  const { written, refused } = await applyWritePlan(
    project.root,
    plan,
    await readExpected(snapshot, plan),
    writingIn(project),
  )
  const notes = [...kept, ...refused.map(({ path, reason }) => `${path} was not written: ${reason}`)]
  const { layouts, settings } = memory
  const after = addIgnoredMemory(await openWorkTree(project), { root: project.root, layouts, settings })
  const left = await checkMemory(withSnapshot(memory, after))
  const still = left.diagnostics.filter((one) => one.fixable && isWanted(one.path)).length
  const paths = [...written].sort(compareText)
  return { fixed: Math.max(0, fixable.length - still), written: paths, notes, after, fresh }
}

/** Enough rounds for edits that overlap or that uncover the next finding; more would be two rules that disagree. */
const ROUNDS = 10

/** What is to be fixed, and which findings are meant. */
type FixInput = {
  readonly snapshot: OpenSnapshot
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
    const checked = await checkMemory(withSnapshot(options, snapshot))
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
  const placed = await placedFixes(round)
  if (placed.size > 0) return placed
  const written = memoryFixes(round)
  return written.size > 0 ? written : derivedFixes(round)
}

async function documentEdits({ snapshot, checked, fixable, options }: Round): Promise<WritePlan> {
  const paths = new Set(fixable.filter((one) => !isStale(one)).map(({ path }) => path))
  const plan = new Map<string, PlannedFile>()
  for await (const { document, text } of parsedAgain(paths, snapshot, options)) {
    const edits = wantedEdits(document, checked.diagnostics)
    const after = applyEdits(text, edits)
    // A fix must not make a file too large to read.
    const fits = Buffer.byteLength(after) <= options.settings.limits.fileBytes
    if (after !== text && fits) plan.set(document.path, { kind: 'text', text: after })
  }
  return plan
}

/** Claimed files with their edits, which are not stored. */
async function* parsedAgain(
  paths: { has(path: string): boolean; readonly size: number },
  snapshot: Snapshot,
  memory: MemoryContext,
): AsyncGenerator<{ readonly document: Document; readonly text: string }> {
  if (paths.size === 0) return
  const files = claimFiles(snapshot, memory).filter(({ file }) => paths.has(file.path))
  for (let i = 0; i < files.length; i += BATCH) {
    const batch = files.slice(i, i + BATCH)
    const contents = await snapshot.read(batch.map(({ file }) => file.path))
    for (const one of batch) {
      const content = contents.get(one.file.path)
      if (!content || 'failure' in content) continue
      yield { document: await stageDocument(one, content, memory), text: textOfBytes(content.bytes) }
    }
  }
}

/**
 * Edits of the findings that were reported: what is suppressed or turned off is not fixed. Where a rule has more
 * findings than are reported, all of them are fixed.
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

/** What rules about a whole memory replace in its documents. */
async function placedFixes({ snapshot, checked, fixable, options }: Round): Promise<WritePlan> {
  const wanted = replacementsOf(checked.memories, fixable, options)
  const contents = await snapshot.read([...wanted.keys()])
  const plan = new Map<string, PlannedFile>()
  for (const [path, replacements] of wanted) {
    const content = contents.get(path)
    if (!content || 'failure' in content) continue
    const text = textOfBytes(content.bytes)
    const after = applyEdits(text, editsAt(text, replacements))
    if (after !== text) plan.set(path, { kind: 'text', text: after })
  }
  return plan
}

function replacementsOf(
  memories: Checked['memories'],
  fixable: readonly Diagnostic[],
  options: MemoryContext,
): ReadonlyMap<string, readonly Replacement[]> {
  const found = new Map<string, readonly Replacement[]>()
  for (const [layout, memory] of memories) {
    for (const rule of [...options.rules, ...layout.rules]) {
      if (rule.subject !== 'memory' || !rule.replace) continue
      const own = fixable.filter((one) => one.rule === rule.id && one.layout === layout.id)
      for (const [path, some] of own.length > 0 ? rule.replace(memory, own) : []) {
        found.set(path, [...(found.get(path) ?? []), ...some])
      }
    }
  }
  return found
}

function editsAt(text: string, replacements: readonly Replacement[]): readonly Edit[] {
  const starts = lineStarts(text)
  const offset = (line: number, column: number): number => (starts[line - 1] ?? text.length) + column - 1
  return replacements.map(({ place, text: by }) => ({
    start: offset(place.line, place.column),
    end: offset(place.endLine, place.endColumn),
    text: by,
  }))
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

/** Writes one of memkeep's own files. Throws `UserError` where it was changed since the snapshot, or cannot be written. */
export async function writeOwnFile(
  project: Project,
  snapshot: OpenSnapshot,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<void> {
  const plan: WritePlan = new Map([[path, { kind: 'text', text }]])
  const expected = await readExpected(snapshot, plan)
  const { refused } = applyWritePlan(project.root, plan, expected, writingIn(project))
  const [first] = refused
  if (first) throw new UserError(`${path} was not written: ${safeText(first.reason)}`, 'Run it again.')
}

/** The splices that fix these findings. Findings that need a rule's own fix or a rebuild are left out. */
export async function fixesOf(
  snapshot: Snapshot,
  wanted: readonly Diagnostic[],
  memory: MemoryContext,
): Promise<ReadonlyMap<Diagnostic, readonly Replacement[]>> {
  const groups = groupByPath(wanted.filter(({ fixable, rule }) => fixable && rule !== DERIVED_FRESH))
  const fixes = new Map<Diagnostic, readonly Replacement[]>()
  for await (const { document, text } of parsedAgain(groups, snapshot, memory)) {
    const found = replacementsIn(document, lineStarts(text))
    for (const diagnostic of groups.get(document.path) ?? []) {
      const replacements = found.get(findingKey(diagnostic))
      if (replacements) fixes.set(diagnostic, replacements)
    }
  }
  return fixes
}

function replacementsIn({ findings }: Document, starts: LineStarts): Map<string, readonly Replacement[]> {
  const asReplacement = ({ start, end, text }: Edit): Replacement => ({
    place: placeOf(starts, start, end),
    text,
  })
  return new Map(
    findings.flatMap(({ edits, rule, message, place }) =>
      edits && edits.length > 0
        ? [[findingKey({ rule, message, ...place }), edits.map(asReplacement)] as const]
        : [],
    ),
  )
}

type FindingPlace = {
  readonly rule: string
  readonly line: number
  readonly column: number
  readonly message: string
}

/** Identifies a finding of one file, reported or fresh from the parse. */
function findingKey({ rule, line, column, message }: FindingPlace): string {
  return JSON.stringify([rule, line, column, message])
}
