import type { Diagnostic } from '../core/diagnostic.ts'
import { cacheFolder } from '../fs/cache-folder.ts'
import { type Kept, keptFile, sweepVersions, versionKey } from './kept-file.ts'

/** The outcome of judging one part of the memory. */
export type PartOutcome = {
  readonly diagnostics: readonly Diagnostic[]
  /** How many items each of its documents holds, in order of paths. */
  readonly items: readonly number[]
  /** How many headings of each look like an item, the items among them. */
  readonly headings: readonly number[]
  /** Some derived file of it is not what a rebuild gives. */
  readonly stale: boolean
  /** The day that it was judged on. */
  readonly today: string
  /** The latest date that its documents state; null for none. */
  readonly latest: string | null
  /** What else it depends on, as text that the engine defines. */
  readonly asked: readonly (readonly string[])[]
}

/** What must match in addition to the key: the day, and what else the outcome depends on. */
type Wanted = { readonly today: string; readonly hold: (asked: PartOutcome['asked']) => boolean }

/** Outcomes of parts from earlier runs, by a hash of what is in the part. Losing it, or a part of it, costs time only. */
export type OutcomeCache = {
  get(key: string, wanted: Wanted): PartOutcome | null
  /** True when an earlier run judged the part, whatever was in it then. */
  knows(name: string): boolean
  /** `name`: the part. Its newest outcomes are kept. */
  put(key: string, name: string, outcome: PartOutcome): void
  /** Keeps what was put for the next run; failures are silent. */
  save(): void
}

const MOST_BYTES = 64 * 1024 * 1024

/** Opens the cache in git's own directory. `version` names what all outcomes depend on: another one sees none of them. */
export function openOutcomeCache(commonDir: string, version: string): OutcomeCache {
  const key = versionKey(version)
  const folder = cacheFolder(commonDir)
  const name = `outcomes-${key}.jsonl`
  const file = keptFile(folder, { name, header: `memkeep outcomes ${key}\n`, mostBytes: MOST_BYTES })
  const fresh: Kept[] = []
  return {
    get: (id, { today, hold }) =>
      file.find(
        id,
        (value): value is PartOutcome => isPartOutcome(value) && isOfDay(value, today) && hold(value.asked),
      ),
    knows: file.has,
    put: (id, name, value) => {
      fresh.push({ id, name, value })
    },
    save: () => {
      if (file.add(fresh.splice(0))) sweepVersions(folder, key)
    },
  }
}

/** The day matters only for dates after it. */
function isOfDay({ today, latest }: PartOutcome, day: string): boolean {
  return today === day || latest === null || (latest <= today && latest <= day)
}

/** The checksum proves that the line is whole; this check proves that it is an outcome. */
function isPartOutcome(value: unknown): value is PartOutcome {
  if (typeof value !== 'object' || value === null) return false
  const { diagnostics, items, headings, stale, today, latest, asked } = value as {
    [key in keyof PartOutcome]?: unknown
  }
  const areDays = typeof today === 'string' && (latest === null || typeof latest === 'string')
  return [diagnostics, items, headings, asked].every(Array.isArray) && typeof stale === 'boolean' && areDays
}
