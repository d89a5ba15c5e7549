import { type FileChanges, fileChanges } from '../core/changes/file-changes.ts'
import { compareDiagnostics, countFindings, type Diagnostic, findingsBefore } from '../core/diagnostic.ts'
import { type Change, type Document, type Memory, type MergeSides, sameDocuments } from '../core/document.ts'
import { allRules, type Layout, type RuleSources, rootPaths } from '../core/layout.ts'
import { lint } from '../core/lint.ts'
import type { Settings } from '../core/settings.ts'
import { compareText } from '../core/text.ts'
import type { MergeSnapshots } from '../snapshot/open-snapshot.ts'
import { type OpenSnapshot, renamedAsIs } from '../snapshot/project.ts'
import { withTexts } from './change-texts.ts'
import { withDead, withDeadBefore } from './citations/with-dead.ts'
import { memoryOf } from './claims.ts'
import { withTextsAround } from './configs.ts'
import { type MemoryContext, type MemoryView, type Sides, withSettings } from './context.ts'
import { type Loaded, loadDocuments } from './documents/load-documents.ts'
import { mayHaveOtherForms } from './documents/other-forms.ts'
import { rootFindings } from './root-findings.ts'
import { settingsBefore } from './settings/load-settings.ts'

/** What a check found, and the memories that it looked at. */
export type Checked = {
  readonly diagnostics: readonly Diagnostic[]
  readonly documents: readonly Document[]
  /** Paths of documents whose facts were not known. */
  readonly fresh: readonly string[]
  /** Paths of documents that only the other side has. */
  readonly gone: readonly string[]
  /** What became of every file of the memory; absent where nothing is compared. */
  readonly files?: FileChanges
  /** Why dead references were not looked for; absent where they were. */
  readonly unproven?: string
  /** No parse hit a time limit: the same check gives the same result. */
  readonly repeatable: boolean
  readonly memories: ReadonlyMap<Layout, Memory>
}

/** One side of a check, read: its documents, and each layout's memory of them. */
export type LoadedSide = Loaded & {
  readonly snapshot: OpenSnapshot
  readonly memories: ReadonlyMap<Layout, Memory>
  /** What it was read with. */
  readonly settings: Settings
  /** Documents that the rules for changes see in the place of others: `compareForms`. */
  readonly kept?: readonly Document[]
}

/** The rules that judge a side: those of a layout that it leaves alone stay unloaded. */
export function rulesAtWork({ memories }: LoadedSide, { rules }: Pick<RuleSources, 'rules'>): RuleSources {
  return { rules, layouts: [...memories.keys()] }
}

/** Two sides of a check, read. */
export type LoadedSides = {
  readonly after: LoadedSide
  readonly before: LoadedSide | null
  readonly merge?: Sides['merge']
  /** Every path that they do not have alike, where that is known. */
  readonly changed?: Sides['changed']
  /** The same as `after` at the roots of other settings: what was moved there is not lost. */
  readonly elsewhere?: LoadedSide | undefined
}

/** Checks one snapshot, or the change between two: runs the three stages over every layout. Findings are sorted. */
export async function checkMemory(memory: MemoryView): Promise<Checked> {
  return judgeSides(await loadSides(memory), memory)
}

/** The document stage over both sides. */
export async function loadSides(memory: MemoryView): Promise<LoadedSides> {
  const after = await loadSide(memory.after, memory)
  const before = memory.before && (await loadSideBefore(memory.before, memory))
  return {
    after: before ? await released(before, await readAsBefore(before, after, memory), memory) : after,
    before,
    merge: memory.merge ?? null,
    changed: memory.changed,
  }
}

/** A store that may be kept out of git, and went out of it whole where git ignores its place now: on disk it stays. */
async function released(before: LoadedSide, after: LoadedSide, { ask }: MemoryContext): Promise<LoadedSide> {
  const memories = new Map(after.memories)
  for (const [layout, memory] of memories) {
    for (const root of rootPaths(layout, after.settings, 'local')) {
      const holds = ({ snapshot }: LoadedSide): boolean =>
        [...snapshot.files.keys()].some((path) => path.startsWith(`${root}/`))
      if (!holds(before) || holds(after) || !(await ask?.areIgnored([root]))) continue
      const kinds = layout.kinds.map(({ id }) => [id, OVER] as const)
      memories.set(layout, { ...memory, histories: Object.fromEntries(kinds) })
    }
  }
  return { ...after, memories }
}

const OVER = { mode: 'free', editable: [], ephemeral: true } as const

/** A side compared with the one before, where files of the two have another form; `elsewhere` is the same side under other settings. */
export async function readAsBefore(
  before: LoadedSide,
  side: LoadedSide,
  memory: MemoryContext,
  elsewhere?: LoadedSide,
): Promise<LoadedSide> {
  if (!mayHaveOtherForms(before.documents, side.documents, memory)) return side
  const { compareForms } = await import('./documents/kept-items.ts')
  const { snapshot, settings } = side
  const own = { ...memory, settings }
  const { documents, kept } = await compareForms(before, side, own, elsewhere)
  const isSame = documents.every((document, i) => document === side.documents[i])
  return { ...(isSame ? side : sideOf(snapshot, { ...side, documents }, own)), kept }
}

/** The document stage over one side. */
export async function loadSide(snapshot: OpenSnapshot, memory: MemoryContext): Promise<LoadedSide> {
  return sideOf(snapshot, await loadDocuments(snapshot, memory), memory)
}

function sideOf(snapshot: OpenSnapshot, loaded: Loaded, memory: MemoryContext): LoadedSide {
  const { settings, layouts, focus } = memory
  // A layout that the change leaves alone has nothing to judge or to rebuild.
  const touched = layouts.filter((layout) => !focus || focus(layout) !== null)
  const memories = new Map(
    touched.map((layout) => [layout, memoryOf(layout, snapshot, loaded.documents, memory)]),
  )
  return { ...loaded, snapshot, memories, settings }
}

/**
 * The document stage over the side before, read with the settings of that side. So a root that the change moves is not
 * reported as a loss of all its items, and hides no loss.
 */
export async function loadSideBefore(before: OpenSnapshot, memory: MemoryContext): Promise<LoadedSide> {
  const settings = await settingsBefore(before, memory)
  return loadSide(before, settings ? withSettings(memory, settings) : memory)
}

/**
 * The memory and change stages over two sides that are read; findings are marked new against the side before, and in a
 * merge against every parent.
 */
export async function judgeSides(
  { after, before, merge, elsewhere }: LoadedSides,
  memory: MemoryContext,
): Promise<Checked> {
  const { documents, fresh } = after
  const { memories, unknown } = await withDead(await configured(after), {
    snapshot: after.snapshot,
    before,
    ask: memory.ask,
  })
  const proven = { ...after, memories }
  const unproven = unknown === undefined ? {} : { unproven: unknown }
  if (!before) {
    const diagnostics = await lintSide(proven, memory)
    const repeatable = documents.every(isRepeatable)
    return { documents, fresh, memories, gone: [], repeatable, diagnostics, ...unproven }
  }
  // A document that is the same on both sides has no new findings.
  const unchanged = memory.focus ? sameDocuments(before.documents, documents) : undefined
  const load = async (snapshot: OpenSnapshot): Promise<LoadedSide> =>
    readAsBefore(before, await loadSideBefore(snapshot, memory), memory)
  const joined = merge ? await loadMerge(merge, load) : null
  const parents = [before, ...(joined?.others ?? [])]
  const changes = await changesOf(after, { before, joined, elsewhere, ask: memory.ask })
  const found = await lintSide(proven, memory, { unchanged, changes })
  const only = memory.focus ? rulesThatSpeak(found) : undefined
  const known = await Promise.all(
    parents.map(async (side) => {
      const known = { ...side, memories: withDeadParts(await configured(side), memories) }
      return followed(await lintSide(known, memory, { unchanged, only }), side, after)
    }),
  )
  const read = [after, ...parents, ...(joined?.bases ?? []).map(({ side }) => side)]
  const present = new Set(documents.map(({ path }) => path))
  const gone = new Set(parents.flatMap((side) => side.documents.map(({ path }) => path)))
  return {
    documents,
    fresh,
    memories,
    gone: [...gone].filter((path) => !present.has(path)),
    ...unproven,
    files: filesBetween([before], [after]),
    repeatable: read.every((side) => side.documents.every(isRepeatable)),
    diagnostics: raiseAdded(markNew(found, known), { after, parents }, memory),
  }
}

/** The memories of a side, with what configures tools there. */
async function configured({ memories, snapshot }: LoadedSide): Promise<ReadonlyMap<Layout, Memory>> {
  const found = new Map<Layout, Memory>()
  for (const [layout, memory] of memories) found.set(layout, await withTextsAround(layout, memory, snapshot))
  return found
}

/** The memories of a side before, with what was dead there as well. */
function withDeadParts(
  memories: ReadonlyMap<Layout, Memory>,
  after: ReadonlyMap<Layout, Memory>,
): ReadonlyMap<Layout, Memory> {
  return new Map([...memories].map(([layout, memory]) => [layout, withDeadBefore(memory, after.get(layout))]))
}

/** What became of every file that a reading of either side takes for memory. The readings of a side are of one snapshot. */
export function filesBetween(
  before: readonly [LoadedSide, ...LoadedSide[]],
  after: readonly [LoadedSide, ...LoadedSide[]],
): FileChanges {
  const filesOf = (readings: readonly [LoadedSide, ...LoadedSide[]]) => ({
    files: readings[0].snapshot.files,
    documents: readings.flatMap(({ documents }) => documents),
  })
  return fileChanges(filesOf(before), filesOf(after))
}

/**
 * The side before needs only the rules that found something after it. Findings about suppressions depend on every rule.
 */
function rulesThatSpeak(found: readonly Diagnostic[]): ReadonlySet<string> | undefined {
  const speaking = new Set(found.map(({ rule }) => rule))
  return speaking.has('suppression') ? undefined : speaking
}

type Comparison = {
  readonly before: LoadedSide
  readonly joined: LoadedMerge | null
  readonly elsewhere: LoadedSide | undefined
  readonly ask: MemoryContext['ask']
}

/** Each layout's part of a change. */
async function changesOf(
  side: LoadedSide,
  { before, joined, elsewhere, ask }: Comparison,
): Promise<ReadonlyMap<Layout, Change>> {
  const changes = new Map<Layout, Change>()
  for (const [layout, memory] of side.memories) {
    const known = before.memories.get(layout)
    if (!known) continue
    const after = withDocuments(memoryInChange(memory, side), elsewhere?.documents)
    const around = [...side.documents, ...(elsewhere?.documents ?? [])]
    changes.set(layout, { before: known, after, merge: joined && mergeOf(joined, layout), around })
  }
  const others = joined?.others.map(({ snapshot }) => snapshot) ?? []
  return withTexts(changes, { after: side.snapshot, parents: [before.snapshot, ...others], ask })
}

type Linting = {
  readonly changes?: ReadonlyMap<Layout, Change>
  readonly unchanged?: ReadonlySet<string> | undefined
  /** Ids of the rules that are asked; all when absent. */
  readonly only?: ReadonlySet<string> | undefined
}

async function lintSide(
  side: LoadedSide,
  context: MemoryContext,
  { changes, unchanged, only }: Linting = {},
): Promise<Diagnostic[]> {
  const { isLetIn, isAlone, ignoreSuppressions } = context.mode ?? {}
  const found = [...side.memories].flatMap(([layout, memory]) => {
    const change = changes?.get(layout)
    return lint({
      layout,
      memory,
      rules: [...context.rules, ...layout.rules].filter(({ id }) => !only || only.has(id)),
      unchanged,
      isLetIn,
      isAlone,
      ignoreSuppressions,
      ...(change && { change }),
    })
  })
  return [...found, ...(await rootFindings(side.snapshot, context))].sort(compareDiagnostics)
}

/** The memory of a side as what compares it with the side before sees it. */
export function memoryInChange(
  memory: Memory,
  { kept = [] }: { readonly kept?: readonly Document[] | undefined },
): Memory {
  const own = kept.filter(({ layout }) => layout === memory.layout)
  if (own.length === 0) return memory
  const byPath = new Map(own.map((one) => [one.path, one]))
  const seen = memory.documents.map((one) => byPath.get(one.path) ?? one)
  return withDocuments({ ...memory, documents: seen }, own)
}

function withDocuments(memory: Memory, elsewhere: readonly Document[] = []): Memory {
  const own = new Set(memory.documents.map(({ path }) => path))
  const others = elsewhere.filter(({ layout, path }) => layout === memory.layout && !own.has(path))
  if (others.length === 0) return memory
  const documents = [...memory.documents, ...others].sort((a, b) => compareText(a.path, b.path))
  return { ...memory, documents }
}

/** Findings of a side before, at the paths that their files have after it where they were only renamed. */
async function followed(
  found: readonly Diagnostic[],
  side: LoadedSide,
  { snapshot }: LoadedSide,
): Promise<readonly Diagnostic[]> {
  const gone = [...new Set(found.map(({ path }) => path))].filter((path) => !snapshot.files.has(path))
  if (gone.length === 0) return found
  const renamed = await renamedAsIs(side.snapshot, snapshot, gone)
  return found.map((one) => ({ ...one, path: renamed.get(one.path) ?? one.path }))
}

/** A finding is new unless a snapshot before has the same one in the same file. Lines do not count. */
function markNew(
  found: readonly Diagnostic[],
  known: readonly (readonly Diagnostic[])[],
): readonly Diagnostic[] {
  const said = new Map<string, number>()
  for (const side of known) {
    for (const [same, count] of countFindings(side)) said.set(same, Math.max(count, said.get(same) ?? 0))
  }
  const old = findingsBefore(found, said)
  return found.map((one) => (old.has(one) ? { ...one, new: false } : one))
}

type Raising = { readonly after: LoadedSide; readonly parents: readonly LoadedSide[] }

/** New findings of rules that are stricter with what a change adds, at the severity for that. */
function raiseAdded(
  found: readonly Diagnostic[],
  { after, parents }: Raising,
  { rules, settings }: MemoryContext,
): readonly Diagnostic[] {
  if (!found.some((one) => one.new)) return found
  const added = new Map(
    allRules(rulesAtWork(after, { rules })).flatMap((rule) =>
      rule.subject === 'document' && rule.added && settings.rules[rule.id] === undefined
        ? [[rule.id, rule.added] as const]
        : [],
    ),
  )
  if (!found.some((one) => one.new && added.has(one.rule))) return found
  const documents = new Map(after.documents.map((one) => [one.path, one]))
  return found.map((one) => {
    const document = documents.get(one.path)
    const { severity, isAdded } = added.get(one.rule) ?? {}
    if (!one.new || !document || !severity) return one
    return parents.every((side) => isAdded?.(document, side.documents)) ? { ...one, severity } : one
  })
}

/** All parents of a merge but the first, and the merge bases, read. */
type LoadedMerge = {
  readonly others: readonly LoadedSide[]
  readonly bases: readonly { readonly between: readonly [number, number]; readonly side: LoadedSide }[]
  readonly isRange?: true
}

/** Takes every side of a merge through the document stage; `load` does it for one. */
async function loadMerge(
  { others, bases, isRange }: MergeSnapshots,
  load: (snapshot: OpenSnapshot) => Promise<LoadedSide>,
): Promise<LoadedMerge> {
  const loaded = new Map<OpenSnapshot, LoadedSide>()
  for (const snapshot of [...others, ...bases.map((base) => base.snapshot)]) {
    if (!loaded.has(snapshot)) loaded.set(snapshot, await load(snapshot))
  }
  const sideOf = (snapshot: OpenSnapshot): LoadedSide[] => {
    const side = loaded.get(snapshot)
    return side ? [side] : []
  }
  return {
    others: others.flatMap(sideOf),
    bases: bases.flatMap(({ between, snapshot }) => sideOf(snapshot).map((side) => ({ between, side }))),
    ...(isRange && { isRange }),
  }
}

/** One layout's part of a merge. */
function mergeOf({ others, bases, isRange }: LoadedMerge, layout: Layout): MergeSides {
  return {
    others: others.flatMap((side) => {
      const memory = side.memories.get(layout)
      return memory ? memoryInChange(memory, side) : []
    }),
    bases: bases.flatMap(({ between, side }) => {
      const memory = side.memories.get(layout)
      return memory ? [{ between, memory: memoryInChange(memory, side) }] : []
    }),
    ...(isRange && { isRange }),
  }
}

/**
 * True when the same content gives the same document again: no parse hit a time limit, and the file could be read. File
 * permissions are not part of the content.
 */
export function isRepeatable({ transient, findings }: Document): boolean {
  return !transient && findings.every(({ rule }) => rule !== 'unreadable')
}
