import { type Baseline, baselineOf, baselineRows } from '../core/baseline.ts'
import {
  compareDiagnostics,
  countFindings,
  type Diagnostic,
  findingIdentity,
  findingsBefore,
} from '../core/diagnostic.ts'
import type { Document, Memory } from '../core/document.ts'
import type { Json } from '../core/json.ts'
import { type Layout, type RuleSources, wantedLayouts } from '../core/layout.ts'
import { firstNames, isUserError } from '../core/messages.ts'
import { BASELINE_FILE, LOOSENED_RULE } from '../core/rule.ts'
import { ALLOWED, keptOf } from '../core/settings.ts'
import type { Snapshot } from '../core/snapshot.ts'
import { renamedAsIs } from '../snapshot/project.ts'
import {
  type Checked,
  filesBetween,
  judgeSides,
  type LoadedSide,
  type LoadedSides,
  loadSide,
  readAsBefore,
} from './check-memory.ts'
import { engineDiagnostics, type MemoryContext } from './context.ts'
import { factsInMemory } from './documents/facts.ts'
import { baselineIn, risenCounts, withoutKnownFindings } from './known-findings.ts'
import { findLayoutsOn } from './layouts-on.ts'
import { SETTINGS_FILE, settingsFiles } from './settings/load-settings.ts'
import {
  LOOSENS,
  loosenedKeys,
  loosenedSettings,
  withFoundSettings,
  withRootsOf,
} from './settings/loosened-settings.ts'
import { judgingLoosening } from './settings/loosening-alone.ts'
import { countUnguarded, unguardedLogs, wrongForms } from './settings/unguarded-logs.ts'

export { loosenedByFiles } from './settings/guard-files.ts'
export { isLooseningAlone } from './settings/loosening-alone.ts'

/** How a change is judged. */
export type JudgeRequest = {
  /** Everything was looked at, and not only what the change touches. */
  readonly isWhole: boolean
  /** The largest count of a baseline that is accepted: the count of the side before. */
  readonly most?: Baseline | null
  /** Findings from elsewhere that a baseline may count as well. */
  readonly others?: readonly Diagnostic[]
}

/** The result for a change; `known` is null where no baseline file counts findings. */
export type JudgedChange = Checked & { readonly known: number | null }

/**
 * Judges a change again, where settings, budgets or the baseline differ, by those of the side before, and takes out what a baseline
 * counts. `own` is what was found by its own settings and budgets.
 */
export async function judgeAgain(
  own: Checked,
  sides: LoadedSides,
  load: MemoryContext,
  request: JudgeRequest,
): Promise<JudgedChange> {
  const { after, before } = sides
  const passes = before && !load.mode?.isLetIn ? await passesBefore({ ...sides, before }, load) : []
  const baselines = {
    now: await baselineIn(after.snapshot),
    earlier: before && (await earlierBaseline(before, after)),
  }
  // A first baseline counts older findings, and has no earlier one to compare with.
  const taking = { most: request.most ?? null, onlyOld: before !== null && !baselines.earlier }
  const taken = withoutKnownFindings([...own.diagnostics, ...(request.others ?? [])], {
    ...taking,
    baseline: baselines.now,
    load,
    isWhole: request.isWhole,
  })
  let { diagnostics } = taken
  for (const pass of passes) {
    // What was moved to the present roots is not lost.
    const found = await judgeSides({ ...pass.sides, elsewhere: after }, pass.load)
    const left = withoutKnownFindings([...found.diagnostics, ...(request.others ?? [])], {
      ...taking,
      baseline: baselines.earlier ?? baselines.now,
      load: pass.load,
      isWhole: false,
    })
    // What is wrong with the earlier counts themselves is not in this change.
    const ofMemory = left.diagnostics.filter(({ path }) => path !== BASELINE_FILE)
    diagnostics = uniteFindings(diagnostics, ofMemory)
  }
  // What a merge brings from another side was named there.
  const loosened =
    before && passes.length > 0 && !sides.merge
      ? await loosenedBy({ ...sides, before }, load, { ...baselines, passes })
      : []
  const others = passes.map((pass) => pass.sides)
  return {
    ...own,
    ...(before && {
      files: filesBetween(
        [before, ...others.flatMap((one) => one.before ?? [])],
        [after, ...others.map((one) => one.after)],
      ),
    }),
    diagnostics: [...diagnostics, ...loosened].sort(compareDiagnostics),
    known: taken.known,
  }
}

type WithBefore = LoadedSides & { readonly before: LoadedSide }

type Pass = { readonly sides: LoadedSides; readonly load: MemoryContext }

/** The judgements by the side before; none where settings, budgets and baseline are the same. */
async function passesBefore(sides: WithBefore, load: MemoryContext): Promise<readonly Pass[]> {
  const { after, before } = sides
  const isSame = JSON.stringify(before.settings) === JSON.stringify(load.settings)
  const hasSameBaseline =
    after.snapshot.files.get(BASELINE_FILE)?.id === before.snapshot.files.get(BASELINE_FILE)?.id
  if (isSame) {
    const declared = withDeclared(after, before)
    if (!declared && hasSameBaseline) return []
    return [{ sides: { ...sides, after: declared ?? after }, load }]
  }
  const known = everyLayout(load)
  const moved = withRootsOf(before.settings, load.settings, known)
  const isMoved = JSON.stringify(moved) !== JSON.stringify(before.settings)
  const passes: Pass[] = []
  for (const settings of isMoved ? [moved, before.settings] : [before.settings]) {
    const own = await findLayoutsOn({
      ...load,
      after: after.snapshot,
      before: before.snapshot,
      merge: sides.merge,
      layouts: wantedLayouts(known.layouts, settings),
      unsigned: [],
      settings,
      focus: null,
      facts: factsInMemory(),
    })
    const base = await loadSide(before.snapshot, { ...own, settings: before.settings })
    const head = await readAsBefore(base, await loadSide(after.snapshot, own), own, after)
    passes.push({ sides: { ...sides, after: withDeclared(head, base) ?? head, before: base }, load: own })
  }
  return passes
}

/** Settings may turn a layout off that was on. */
function everyLayout({ rules, layouts, allLayouts = layouts }: MemoryContext): RuleSources {
  return { rules, layouts: allLayouts }
}

/** The side after, with the budgets that its files had before; null where no budget was changed. */
function withDeclared(after: LoadedSide, before: LoadedSide): LoadedSide | null {
  const declared = declaredIn(before)
  const changed = new Map<Document, Document>()
  for (const document of after.documents) {
    const one = declared.get(document.path)
    if (one === undefined || JSON.stringify(one) === JSON.stringify(document.declared)) continue
    changed.set(document, { ...document, declared: one })
  }
  if (changed.size === 0) return null
  const swapped = (documents: readonly Document[]): readonly Document[] =>
    documents.map((one) => changed.get(one) ?? one)
  const memories = new Map<Layout, Memory>(
    [...after.memories].map(([layout, memory]) => [
      layout,
      { ...memory, documents: swapped(memory.documents) },
    ]),
  )
  return { ...after, documents: swapped(after.documents), memories }
}

/** What both judgements find, each thing once and as severe as the stricter one has it. */
export function uniteFindings(
  own: readonly Diagnostic[],
  others: readonly Diagnostic[],
): readonly Diagnostic[] {
  const said = findingsBefore(others, countFindings(own))
  const only = others.filter((one) => !said.has(one))
  const worst = new Map<string, number>()
  for (const one of own)
    worst.set(findingIdentity(one), Math.max(rankOf(one), worst.get(findingIdentity(one)) ?? 0))
  const worse = [...said].filter((one) => rankOf(one) > (worst.get(findingIdentity(one)) ?? 0))
  const milder = findingsBefore(own, countFindings(worse))
  return [
    ...own.filter((one) => !milder.has(one)),
    ...[...only, ...worse].map((one) => ({ ...one, loosened: true as const })),
  ]
}

const SEVERITIES = ['info', 'warning', 'error'] as const

function rankOf({ severity }: Diagnostic): number {
  return SEVERITIES.indexOf(severity)
}

/** Counts of files that were renamed as they are go with them. Null where there is none that can be read. */
async function earlierBaseline(
  { snapshot: before }: LoadedSide,
  { snapshot: after }: LoadedSide,
): Promise<Baseline | null> {
  try {
    const baseline = await baselineIn(before)
    if (!baseline) return null
    const renamed = await renamedAsIs(before, after, [...baseline.keys()])
    return baselineOf(
      baselineRows(baseline).map((row) => ({ ...row, path: renamed.get(row.path) ?? row.path })),
    )
  } catch (error) {
    if (isUserError(error)) return null
    throw error
  }
}

/** Names what the change allows itself, once for each file. */
async function loosenedBy(
  { after, before }: WithBefore,
  load: MemoryContext,
  {
    passes,
    ...baselines
  }: {
    readonly now: Baseline | null
    readonly earlier: Baseline | null
    readonly passes: readonly Pass[]
  },
): Promise<readonly Diagnostic[]> {
  const own = { ...load, settings: judgingLoosening({ before }, load.mode?.isAlone ?? false) }
  const unguarded = unguardedLogs({ after, before: passes.at(-1)?.sides ?? null }, load)
  const isWider = keepsAll(after, passes.at(-1)?.sides.after ?? after)
  const names = loosenedSettings(load.settings, withFoundSettings({ before, after }, load), {
    ...everyLayout(load),
    isWider,
  })
  const budgets = raisedBudgets(after, before)
  const counts = risenCounts(baselines.now, baselines.earlier)
  return [
    ...named(changedSettings(after, before), names, own, countUnguarded(unguarded)),
    ...(await wrongForms(unguarded, { after, before }, own)),
    ...budgets.flatMap((path) => named(path, ['its own budget'], own)),
    ...named(BASELINE_FILE, counts, own),
  ]
}

/** True where a side is guarded, file by file, by its layout and as strictly as under the settings of the side before. */
function keepsAll(now: LoadedSide, then: LoadedSide): boolean {
  const kinds = new Map(now.documents.map(({ path, layout, kind }) => [path, { layout, kind }]))
  return then.documents.every(({ path, layout, kind }) => {
    const one = kinds.get(path)
    if (one?.layout !== layout) return false
    const allowed = allowedIn(then, layout, kind)
    return allowedIn(now, layout, one.kind).every((way) => allowed.includes(way))
  })
}

function allowedIn({ memories }: LoadedSide, layout: string, kind: string): readonly string[] {
  const [own, memory] = [...memories].find(([{ id }]) => id === layout) ?? []
  const known = own?.kinds.find(({ id }) => id === kind)
  return ALLOWED[known ? keptOf(known) : 'items'][memory?.histories[kind]?.mode ?? 'free']
}

/** The first file of settings that the change touches. */
function changedSettings(
  { snapshot: after, settings }: LoadedSide,
  { snapshot: before }: LoadedSide,
): string {
  const idIn = (snapshot: Snapshot, path: string): string | null | undefined => snapshot.files.get(path)?.id
  return settingsFiles(settings).find((path) => idIn(after, path) !== idIn(before, path)) ?? SETTINGS_FILE
}

/** Files that may allow themselves more than before. */
function raisedBudgets(after: LoadedSide, before: LoadedSide): readonly string[] {
  const declared = declaredIn(before)
  return after.documents.flatMap(({ path, declared: now }) => {
    const then = declared.get(path)
    return then !== undefined && loosenedKeys(then, now, path).length > 0 ? [path] : []
  })
}

function declaredIn({ documents }: LoadedSide): ReadonlyMap<string, Json> {
  return new Map(documents.flatMap(({ path, declared: one }) => (one == null ? [] : [[path, one] as const])))
}

const MIXED =
  'It was judged by what held before as well. All commits of a pull request count as one change: put the loosening into one of its own, merge that, and then the rest. One of nothing but settings, budgets, the baseline, hooks and workflows is not refused for it.'
const ALONE =
  'It was judged by what held before as well. Nothing else is in this change, so it is not refused: who approves it decides. All commits of a pull request count as one change: what needs the loosening comes in the next one.'

/** At most this many names are listed: one that is left out may be the one that matters. */
const SHOWN = 40

function named(path: string, names: readonly string[], load: MemoryContext, what = ''): Diagnostic[] {
  if (names.length === 0) return []
  const text = {
    message: `${LOOSENS}: ${firstNames(names, SHOWN)}${what}`,
    help: load.mode?.isAlone ? ALONE : MIXED,
  }
  return engineDiagnostics(LOOSENED_RULE, { path, layout: '', ...text }, load)
}
