import type { OutcomeCache, PartOutcome } from '../../cache/parts.ts'
import { compareDiagnostics } from '../../core/diagnostic.ts'
import type { Document } from '../../core/document.ts'
import { derivationOf, type Layout } from '../../core/layout.ts'
import { lint } from '../../core/lint.ts'
import type { Memory } from '../../core/memory.ts'
import type { OpenSnapshot } from '../../snapshot/real-snapshot.ts'
import { claimFiles, ignoredBelow } from '../claims.ts'
import { BATCH, loadClaimed } from '../load-documents.ts'
import type { MemoryContext } from '../load-options.ts'
import { memoryOf } from '../memories.ts'
import type { Outcome } from '../outcome.ts'
import { isRepeatable } from '../repeatable.ts'
import { rootFindings } from '../root-findings.ts'
import { type Surroundings, surroundings } from './asked-listing.ts'
import { knownContents } from './known-contents.ts'
import { partKey } from './part-key.ts'
import { type Part, partsOf } from './parts-of.ts'

/** One snapshot and the day that it is judged on. */
export type OneSide = {
  readonly after: OpenSnapshot
  readonly today: string
}

/**
 * Checks a snapshot part by part, and remembers what judging exactly these files came to. Facts of documents are kept where
 * they will be asked for: of a part that was judged before, for something in it changes, and of one whose outcome is not
 * kept.
 */
export async function outcomeByParts(
  { after, today }: OneSide,
  load: MemoryContext,
  cache: OutcomeCache,
): Promise<Outcome> {
  const { claimed, snapshot } = await knownContents(claimFiles(after, load), after)
  const ignored = load.layouts.flatMap((layout) => ignoredBelow(layout, load.settings))
  const world = surroundings(after.files, ignored)
  const wanted = { today, hold: world.hold }
  const keyed = partsOf(claimed, load).map((part) => ({ part, key: partKey(part, world) }))
  const outcomes = new Map<Part, PartOutcome>()
  const unknown = keyed.filter(({ part, key }) => {
    const found = isNamed(part) ? cache.get(key, wanted) : null
    const isKnown = [found?.items, found?.headings].every((counts) => counts?.length === part.files.length)
    if (found && isKnown) outcomes.set(part, found)
    return !isKnown
  })
  const judged = await judgeAll(unknown, { side: { after: snapshot, today, world }, load, cache })
  for (const { part, outcome } of judged) outcomes.set(part, outcome)
  cache.save()
  return {
    ...(await joined(outcomes, after, load)),
    gone: [],
    fresh: judged.flatMap(({ fresh }) => fresh),
    repeatable: judged.every(({ repeatable }) => repeatable),
  }
}

type Side = OneSide & { readonly world: Surroundings }

type Judging = { readonly side: Side; readonly load: MemoryContext; readonly cache: OutcomeCache }

/** Judges parts, a few at a time: no more of their documents are in memory. */
async function judgeAll(open: readonly Keyed[], { side, load, cache }: Judging): Promise<readonly Judged[]> {
  const all: Judged[] = []
  for (const some of batches(open)) {
    for (const judged of await judgeParts(some, side, { ...load, keepsFacts: false })) {
      const { part, key, outcome, repeatable } = judged
      if (!repeatable || cache.knows(part.name)) keepFacts(judged, load)
      if (repeatable) cache.put(key, part.name, outcome)
      all.push(judged)
    }
    load.facts.release?.()
  }
  return all
}

/** As they were put: what the loader says of a path besides is no fact. */
function keepFacts({ ids, fresh }: Judged, { facts }: MemoryContext): void {
  for (const path of fresh) {
    const document = facts.get(ids.get(path) ?? '', path)
    if (document) facts.keep?.(document)
  }
}

type Keyed = { readonly part: Part; readonly key: string }

/** True when the content of every file is known by its id. */
function isNamed({ files }: Part): boolean {
  return files.every(({ file }) => file.id !== null)
}

/** Parts that are read together: most are small. */
function batches(parts: readonly Keyed[]): readonly (readonly Keyed[])[] {
  const all: Keyed[][] = []
  let room = 0
  for (const one of parts) {
    const last = all.at(-1)
    const { length } = one.part.files
    if (last && length <= room) last.push(one)
    else all.push([one])
    room = (last && length <= room ? room : BATCH) - length
  }
  return all
}

type Judged = Keyed & {
  readonly outcome: PartOutcome
  /** By path. */
  readonly ids: ReadonlyMap<string, string>
  readonly fresh: readonly string[]
  /** The same files will come to the same. */
  readonly repeatable: boolean
}

async function judgeParts(
  parts: readonly Keyed[],
  { after, today, world }: Side,
  load: MemoryContext,
): Promise<readonly Judged[]> {
  const loaded = await loadClaimed(
    parts.flatMap(({ part }) => part.files),
    after,
    load,
  )
  const byPath = new Map(loaded.documents.map((document) => [document.path, document]))
  const fresh = new Set(loaded.fresh)
  return parts.map(({ part, key }) => {
    const { layout, files } = part
    const documents = files.flatMap(({ file }) => byPath.get(file.path) ?? [])
    const { files: around, asked } = world.around(files.map(({ file }) => file.path))
    const memory = memoryOf(layout, { files: around }, { documents, settings: load.settings, today })
    const diagnostics = lint({ layout, memory, rules: [...load.rules, ...layout.rules] })
    const isWhole = documents.every(isRepeatable) && isNamed(part)
    return {
      part,
      key,
      outcome: {
        diagnostics,
        items: documents.map(({ items }) => items.length),
        headings: documents.map(({ items, unread }) => items.length + unread.length),
        stale: isStale(layout, memory),
        today,
        latest: latestOf(documents),
        asked: asked(),
      },
      ids: new Map(documents.map(({ path, id }) => [path, id])),
      fresh: documents.flatMap(({ path }) => (fresh.has(path) ? [path] : [])),
      // What is said of a rule that threw is a bug of ours, and no outcome.
      repeatable: isWhole && diagnostics.every(({ rule }) => rule !== 'internal'),
    }
  })
}

/** A rebuild that throws is told of by the check. */
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

async function joined(
  outcomes: ReadonlyMap<Part, PartOutcome>,
  after: OpenSnapshot,
  load: MemoryContext,
): Promise<Pick<Outcome, 'diagnostics' | 'counts' | 'stale'>> {
  const all = [...outcomes]
  const found = all.flatMap(([, { diagnostics }]) => diagnostics)
  const diagnostics = [...once(found), ...(await rootFindings(after, load))].sort(compareDiagnostics)
  const counts = all.flatMap(([{ files }, { items, headings }]) =>
    files.map(({ file }, i) => [file.path, items[i] ?? 0, headings[i] ?? 0] as const),
  )
  return {
    diagnostics,
    counts,
    stale: all.flatMap(([{ files }, { stale }]) => (stale ? (files[0]?.file.path ?? []) : [])),
  }
}

/** A rule that throws does so in every part: that is said once. */
function once(found: Outcome['diagnostics']): Outcome['diagnostics'] {
  const said = new Set<string>()
  return found.filter((one) => {
    if (one.path !== '.') return true
    const text = JSON.stringify(one)
    return !said.has(text) && said.add(text)
  })
}
