import type { Diagnostic } from '../../src/core/diagnostic.ts'
import type { Memory } from '../../src/core/document.ts'
import { type Layout, layoutChoice, rootPaths, wantedLayouts } from '../../src/core/layout.ts'
import { amongLayoutsOn } from '../../src/core/places.ts'
import { DEFAULT_SETTINGS, type Settings } from '../../src/core/settings.ts'
import { type LiteralFile, literalSnapshot, type Snapshot } from '../../src/core/snapshot.ts'
import type { WritePlan } from '../../src/core/write-plan.ts'
import { type Checked, checkMemory, loadSide, loadSides } from '../../src/engine/check-memory.ts'
import type { Focus, MemoryContext, Questions } from '../../src/engine/context.ts'
import { planDerivedFiles } from '../../src/engine/derived-files.ts'
import { type FactsStore, factsInMemory } from '../../src/engine/documents/facts.ts'
import { fixPlan } from '../../src/engine/fixes.ts'
import { judgeChange } from '../../src/engine/judge-change.ts'
import type { JudgedChange } from '../../src/engine/second-judgement.ts'
import { readSettings } from '../../src/engine/settings/settings-file.ts'
import { layouts } from '../../src/layouts/index.ts'
import { rules } from '../../src/rules/index.ts'
import type { MergeSnapshots } from '../../src/snapshot/open-snapshot.ts'

/** A memory as texts by path. */
export type Files = { readonly [path: string]: LiteralFile }

/** Further parents of a merge, and the ancestors of any two parents; `before` is parent 0. */
export type LiteralMerge = {
  readonly others: readonly Files[]
  readonly bases: readonly { readonly between: readonly [number, number]; readonly files: Files }[]
}

/** How a literal memory is checked; every part has a default. */
export type LiteralOptions = {
  readonly before?: Files | undefined
  /** The text of a settings file. */
  readonly settings?: string | undefined
  readonly today?: string | undefined
  /** The change is a merge of `before` with others. */
  readonly merge?: LiteralMerge | undefined
  readonly parser?: 'auto' | 'remark' | undefined
  readonly facts?: FactsStore | undefined
  /** What of the memory is looked at; all of it when absent. */
  readonly focus?: Focus | undefined
}

const TODAY = '2026-06-01'

/** Checks texts in memory with every layout and rule. */
export function checkLiteral(files: Files, options: LiteralOptions = {}): Promise<Checked> {
  const { before, merge } = options
  const after = literalSnapshot(files)
  return checkMemory({
    ...loadOptions(options, files),
    after,
    before: before ? literalSnapshot(before) : null,
    merge: merge ? opened(merge) : null,
    focus: options.focus ?? null,
  })
}

/** Judges a change as the hook and CI do: each side has its settings and its baseline among its files. */
export async function judgeLiteral(before: Files, after: Files): Promise<readonly Diagnostic[]> {
  return (await judgedLiteral(before, after)).diagnostics
}

/** The same with what else judging gives. */
export async function judgedLiteral(before: Files, after: Files): Promise<JudgedChange> {
  const settings = settingsIn(after)
  const sides = { after: storedSnapshot(after), before: storedSnapshot(before), merge: null }
  const view = {
    ...loadOptions({ before, settings }, after),
    ...sides,
    allLayouts: layouts,
    ask: questions({
      settingsOf: async (snapshot) => parsed(settingsIn(snapshot === sides.after ? after : before)),
    }),
  }
  return judgeChange(await loadSides(view), view, { isWhole: true })
}

/** Answers about other files than those of the sides: where the test does not say, as without git. */
export function questions(part: Partial<Questions>): Questions {
  return {
    settingsOf: async () => DEFAULT_SETTINGS,
    stored: async () => [],
    areIgnored: async () => false,
    ...part,
  }
}

/** A snapshot with ids of contents, as git has them. */
export function storedSnapshot(literal: Files): Snapshot {
  const snapshot = literalSnapshot(literal)
  const files = [...snapshot.files].map(([path, file]) => {
    const id = `literal:${typeof literal[path] === 'string' ? literal[path] : JSON.stringify(literal[path])}`
    return [path, { ...file, id }] as const
  })
  return { ...snapshot, files: new Map(files) }
}

function settingsIn({ 'memkeep.yaml': text }: Files): string | undefined {
  return typeof text === 'string' ? text : undefined
}

/** The texts after `check --fix`. */
export async function fixLiteral(files: Files, options: LiteralOptions = {}): Promise<Files> {
  const wanted = { snapshot: literalSnapshot(files), wanted: () => true }
  const plan = await fixPlan(wanted, loadOptions(options, files))
  return withPlan(files, plan)
}

/** The texts after `memkeep index`. */
export async function indexLiteral(files: Files, options: LiteralOptions = {}): Promise<Files> {
  const snapshot = literalSnapshot(files)
  const load = loadOptions(options, files)
  const { memories } = await loadSide(snapshot, load)
  return withPlan(files, await planDerivedFiles({ snapshot, memories }, load))
}

function loadOptions(options: LiteralOptions, files: Files): MemoryContext {
  const { settings, parser, facts, before, today = TODAY } = options
  const read = parsed(settings)
  return {
    // Every layout that the settings do not turn off is in use, unless it would take files of others without a reason.
    layouts: amongLayoutsOn(
      wantedLayouts(layouts, read).filter(
        (layout) => rootPaths(layout, read).length > 0 || hasSign(layout, { ...before, ...files }, read),
      ),
    ),
    rules,
    settings: read,
    facts: facts ?? sharedFacts(settings, parser),
    today,
    mode: { parser },
  }
}

/** True where settings turn a layout on, or a file that shows its use by its path is there; also where no path does. */
function hasSign(layout: Layout, files: Files, settings: Settings): boolean {
  const signs = layout.kinds.filter(({ signature }) => signature === 'path').map(({ id }) => id)
  if (signs.length === 0 || layoutChoice(layout, settings) === 'on') return true
  return Object.keys(files).some((path) => signs.includes(layout.claim(path, 'file', settings)?.kind ?? ''))
}

const stores = new Map<string, FactsStore>()

/**
 * The facts of every document that was read under these settings: one that many cases have is read once. Nothing else
 * but code, path and content decides what the document stage gives.
 */
function sharedFacts(settings = '', parser = 'auto'): FactsStore {
  const key = `${parser} ${settings}`
  const store = stores.get(key) ?? factsInMemory()
  stores.set(key, store)
  return store
}

function opened({ others, bases }: LiteralMerge): MergeSnapshots {
  return {
    others: others.map((files) => literalSnapshot(files)),
    bases: bases.map(({ between, files }) => ({ between, snapshot: literalSnapshot(files) })),
  }
}

function parsed(text: string | undefined): Settings {
  return text === undefined ? DEFAULT_SETTINGS : readSettings(text, 'memkeep.yaml', { layouts, rules })
}

function withPlan(files: Files, plan: WritePlan): Files {
  const after = new Map<string, LiteralFile>(Object.entries(files))
  for (const [path, file] of plan) {
    if (file.kind === 'delete') after.delete(path)
    else after.set(path, file.kind === 'text' ? file.text : { link: file.target })
  }
  return Object.fromEntries(after)
}

/** The memory of a layout, however much of the layout was loaded. */
export function memoryFor(
  memories: ReadonlyMap<Layout, Memory>,
  { id }: { readonly id: string },
): Memory | undefined {
  return [...memories.values()].find(({ layout }) => layout === id)
}
