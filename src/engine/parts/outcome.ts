import type { PartSum } from '../../cache/last-report.ts'
import type { PartOutcome } from '../../cache/parts.ts'
import { citedPlaces, missingCitations, pathsNow } from '../../core/cited-paths.ts'
import {
  countDiagnostics,
  type Diagnostic,
  type DiagnosticCounts,
  joinDiagnostics,
} from '../../core/diagnostic.ts'
import type { Document, Memory } from '../../core/document.ts'
import { derivationOf, type Layout } from '../../core/layout.ts'
import { lint } from '../../core/lint.ts'
import { once } from '../../core/text.ts'
import { type Checked, checkMemory, isRepeatable } from '../check-memory.ts'
import { citedScripts } from '../citations/manifests.ts'
import { withDead } from '../citations/with-dead.ts'
import { ignoredBelow, memoryOf } from '../claims.ts'
import { withTextsAround } from '../configs.ts'
import { type Earlier, type Focus, type MemoryContext, type MemoryView, withSnapshot } from '../context.ts'
import { loadClaimed } from '../documents/load-documents.ts'
import { focusOnFiles } from '../focus.ts'
import { rootFindings } from '../root-findings.ts'
import { partKey, type Surroundings, surroundings } from './asked-listing.ts'
import { inBatches, knownContents, openParts, type Part } from './parts-of.ts'

/** The result of a check, small enough to keep whole. */
export type Outcome = {
  readonly diagnostics: () => readonly Diagnostic[]
  /** Every document that was looked at, with how many items it holds, and how many headings look like one. */
  readonly counts: readonly (readonly [path: string, items: number, headings: number])[]
  /** Parts that are known to be as they were, and were not looked at. */
  readonly others: readonly PartSum[]
  /** The outcome of every part, where parts were judged. */
  readonly parts?: readonly PartSum[]
  /** Findings of no part, where all others are those of the parts as they are; null where they are not. */
  readonly besides?: readonly Diagnostic[] | null
  /** A path of each part with derived files that are not what a rebuild gives, where parts were judged. */
  readonly stale?: readonly string[]
  /** Paths of documents that only the other side of the check has. */
  readonly gone: readonly string[]
  /** Paths of documents whose facts no earlier run had found. */
  readonly fresh: readonly string[]
  /** Why dead references were not looked for; absent where they were. */
  readonly unproven?: string | undefined
  /** The same files give the same result. */
  readonly repeatable: boolean
}

/** Checks one side, part by part where that can be. */
export async function outcomeOf(memory: MemoryView, since?: Earlier | null): Promise<Outcome> {
  const isByParts = !memory.focus && !memory.facts.lacks
  return isByParts ? outcomeByParts(memory, since) : outcomeOfChecked(await checkMemory(memory))
}

/** The result of a check without its documents. */
export function outcomeOfChecked({
  diagnostics,
  documents,
  fresh,
  gone,
  unproven,
  repeatable,
}: Checked): Outcome {
  const counts = documents.map(
    ({ path, items, unread }) => [path, items.length, items.length + unread.length] as const,
  )
  return { diagnostics: () => diagnostics, counts, others: [], gone, fresh, unproven, repeatable }
}

/** How many documents there are, on either side. */
export function documentsIn({ counts, gone, others }: Outcome): number {
  return counts.length + gone.length + others.reduce((sum, [, documents]) => sum + documents, 0)
}

/** How much was looked at, or is known to be as it was. `fresh`: paths of documents whose facts were not known. */
export function totalsOf({ counts, others, fresh: found }: Outcome, fresh = found): PartTotals {
  const isNew = new Set(fresh)
  const known = counts.filter(([path]) => !isNew.has(path)).length
  const totals = { documents: counts.length, items: 0, headings: 0, cached: known }
  for (const [, items, headings] of counts) {
    totals.items += items
    totals.headings += headings
  }
  for (const [, documents, items, headings] of others) {
    totals.documents += documents
    totals.items += items
    totals.headings += headings
    totals.cached += documents
  }
  return totals
}

type PartTotals = {
  readonly documents: number
  readonly items: number
  readonly headings: number
  readonly cached: number
}

/** Which parts of a memory have derived files that are stale, and how much there was to look at. */
type StaleParts = {
  readonly focus: Focus
  readonly documents: number
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Finds the parts whose derived files are not what a rebuild gives. Parts that did not change since an earlier run are
 * not read again.
 */
export async function staleParts(memory: MemoryView): Promise<StaleParts> {
  const outcome = await outcomeByParts(memory)
  return {
    focus: focusOnFiles(outcome.stale ?? [], memory),
    documents: outcome.counts.length,
    diagnostics: outcome.diagnostics(),
  }
}

/**
 * Checks a snapshot part by part, and stores the outcome for exactly these files. Facts of documents are stored where they
 * are likely to be read again: for a part that was judged before and changed, and for one whose outcome is not stored.
 */
async function outcomeByParts(memory: MemoryView, since?: Earlier | null): Promise<Outcome> {
  const { after, today, layouts, settings, facts } = memory
  const open = openParts(memory, since)
  const { claimed, snapshot } = await knownContents(open.claimed, after)
  const ignored = layouts.flatMap((layout) => ignoredBelow(layout, settings))
  const world = surroundings(after.files, ignored)
  const wanted = { today, hold: world.hold }
  const keyed = open.partsOf(claimed).map((part) => ({ part, key: partKey(part, world) }))
  const outcomes = new Map<Part, PartOutcome>()
  const unknown = keyed.filter(({ part, key }) => {
    const found = isNamed(part) ? facts.outcomes?.get(key, wanted) : null
    const isKnown = [found?.items, found?.headings].every((counts) => counts?.length === part.files.length)
    if (found && isKnown) outcomes.set(part, found)
    return !isKnown
  })
  const judged = await judgeAll(unknown, withSnapshot(memory, snapshot), { world, changed: since?.changed })
  for (const { part, outcome } of judged) outcomes.set(part, outcome)
  facts.outcomes?.save()
  const cited = judged.flatMap((one) => one.cited)
  // What is not cited any more stays in the list until everything is judged again.
  if (unknown.length === keyed.length && !since) memory.ask?.cited?.write(cited)
  else memory.ask?.cited?.add(cited)
  const { others, besides = await rootFindings(after, memory) } = open
  const own = [...outcomes].map(([{ name }, outcome]) => partSum(name, outcome))
  const parts = [...own, ...others]
  // Several findings of the whole repository may be one.
  const areApart = countDiagnostics([], partCounts(parts)).general <= 1
  return {
    diagnostics: once(() => joinDiagnostics(findingsOf(parts), besides)),
    counts: [...outcomes].flatMap(([{ files }, { items, headings }]) =>
      files.map(({ file }, i) => [file.path, items[i] ?? 0, headings[i] ?? 0] as const),
    ),
    others,
    parts,
    besides: areApart ? besides : null,
    stale: [...outcomes].flatMap(([{ files }, { stale }]) => (stale ? (files[0]?.file.path ?? []) : [])),
    gone: [],
    unproven: judged.find(({ unproven }) => unproven !== undefined)?.unproven ?? since?.unproven,
    fresh: judged.flatMap(({ fresh }) => fresh.map(({ path }) => path)),
    repeatable: judged.every(({ repeatable }) => repeatable),
  }
}

/** Judges parts, a few at a time: no more of their documents are in memory. */
async function judgeAll(
  open: readonly Keyed[],
  memory: MemoryView,
  around: Around,
): Promise<readonly Judged[]> {
  const { outcomes } = memory.facts
  const all: Judged[] = []
  for (const some of inBatches(open, ({ part }) => part)) {
    for (const judged of await judgeParts(some, memory, around)) {
      const { part, key, outcome, repeatable } = judged
      const isKept = repeatable && judged.isProven
      if (!isKept || outcomes?.knows(part.name)) keepFacts(judged.fresh, memory)
      if (isKept) outcomes?.put(key, part.name, outcome)
      all.push(judged)
    }
    memory.facts.release?.()
  }
  return all
}

/** The facts as they were stored: what the loader adds for a path is not one of them. */
function keepFacts(fresh: Judged['fresh'], { facts }: MemoryContext): void {
  for (const { path, id } of fresh) {
    const document = facts.get(id, path)
    if (document) facts.keep?.(document)
  }
}

/** What is around the parts; `changed`: where contents alone differ from an earlier run, the files that do. */
type Around = { readonly world: Surroundings; readonly changed: readonly string[] | undefined }

type Keyed = { readonly part: Part; readonly key: string }

/** True when the content of every file is known by its id. */
function isNamed({ files }: Part): boolean {
  return files.every(({ file }) => file.id !== null)
}

type Judged = Keyed & {
  readonly outcome: PartOutcome
  readonly fresh: readonly { readonly path: string; readonly id: string }[]
  readonly unproven: string | undefined
  /** The files that its documents cite. */
  readonly cited: readonly string[]
  /** What is dead was removed by a commit, and git was asked and able to say so. */
  readonly isProven: boolean
  /** The same files give the same result. */
  readonly repeatable: boolean
}

async function judgeParts(
  parts: readonly Keyed[],
  view: MemoryView,
  { world, changed }: Around,
): Promise<readonly Judged[]> {
  const loaded = await loadClaimed(
    parts.flatMap(({ part }) => part.files),
    view.after,
    view,
  )
  const byPath = new Map(loaded.documents.map((document) => [document.path, document]))
  const fresh = new Set(loaded.fresh)
  const seen = new Map(
    parts.map(({ part }) => {
      const documents = part.files.flatMap(({ file }) => byPath.get(file.path) ?? [])
      const listing = world.around(part.files.map(({ file }) => file.path))
      return [part, { ...listing, memory: memoryOf(part.layout, listing, documents, view) }] as const
    }),
  )
  const memories = new Map<Part, Memory>()
  for (const [part, { memory }] of seen) {
    memories.set(part, await withTextsAround(part.layout, memory, view.after))
  }
  // What other documents cite is in the list.
  const isNew = ({ path }: Document): boolean => changed?.includes(path) ?? true
  const proven = await withDead(memories, { snapshot: view.after, ask: view.ask })
  return parts.map(({ part, key }) => {
    const { layout } = part
    const { asked } = seen.get(part) ?? world.around([])
    const memory = proven.memories.get(part) ?? memoryOf(layout, view.after, [], view)
    const { documents } = memory
    const dead = [...(memory.dead?.values() ?? [])].flat()
    // Where a file is now belongs to what was asked.
    for (const path of dead.flatMap(pathsNow)) memory.files.has(path)
    const diagnostics = lint({ layout, memory, rules: [...view.rules, ...layout.rules] })
    const isAsListed = isNamed(part) && documents.every(({ path }) => !loaded.edited.has(path))
    const isWhole = isAsListed && documents.every(isRepeatable)
    return {
      part,
      key,
      outcome: {
        diagnostics,
        items: documents.map(({ items }) => items.length),
        headings: documents.map(({ items, unread }) => items.length + unread.length),
        stale: isStale(layout, memory),
        today: view.today,
        latest: latestOf(documents),
        asked: asked(),
      },
      fresh: documents.filter(({ path }) => fresh.has(path)).map(({ path, id }) => ({ path, id })),
      unproven: proven.unknown,
      cited: view.ask?.cited ? citedPlaces(documents.filter(isNew), view.after.files) : [],
      isProven:
        proven.unknown === undefined &&
        dead.every(({ by }) => by) &&
        (view.ask?.isHistoryWhole === true || citesNothingToProve(memory)),
      // A finding about a rule that threw is a bug of memkeep: it is not stored.
      repeatable: isWhole && diagnostics.every(({ rule }) => rule !== 'internal'),
    }
  })
}

/** A rebuild that throws is reported by the check. */
function isStale(layout: Layout, memory: Memory): boolean {
  try {
    return derivationOf(layout, memory).plan.size > 0
  } catch {
    return true
  }
}

function latestOf(documents: readonly Document[]): string | null {
  const dates = documents.flatMap((document) => document.dates.map(({ date }) => date))
  return dates.reduce<string | null>(
    (latest, date) => (latest === null || date > latest ? date : latest),
    null,
  )
}

/** What is known of the findings of parts without reading them. */
function partCounts(parts: readonly PartSum[]): readonly DiagnosticCounts[] {
  return parts.flatMap(([, , , , found]) => found?.counts ?? [])
}

function findingsOf(parts: readonly PartSum[]): readonly (readonly Diagnostic[])[] {
  return parts.map(([, , , , found]) => found?.diagnostics() ?? [])
}

/** Sums up the outcome of a part. */
function partSum(name: string, { items, headings, diagnostics }: PartOutcome): PartSum {
  const sum = [name, items.length, total(items), total(headings)] as const
  if (diagnostics.length === 0) return sum
  return [...sum, { counts: countDiagnostics(diagnostics), diagnostics: () => diagnostics }]
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** True where git's history has no say: all that is cited is there, and no script is. */
function citesNothingToProve(memory: Memory): boolean {
  return missingCitations(memory).length === 0 && citedScripts(memory).length === 0
}
