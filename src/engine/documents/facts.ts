import type { OutcomeCache } from '../../cache/parts.ts'
import type { SignatureCache } from '../../cache/signature-cache.ts'
import type { Document } from '../../core/document.ts'
import type { Settings } from '../../core/settings.ts'

/** Where facts that were found before are kept; a miss costs time only. */
export type FactsStore = {
  get(id: string, path: string): Document | null
  /** Remembers facts for the rest of this run. */
  put(document: Document): void
  /** Keeps facts for the next run as well; absent where nothing outlives a run. */
  keep?(document: Document): void
  /** Writes what is kept. */
  save?(): void
  /** Forgets what is not asked for again in this run; what is kept for the next run is written. */
  release?(): void
  /** The same store for documents that are read with other settings; absent where it knows only one. */
  under?(settings: Settings): FactsStore
  /**
   * Present where all facts of this very run were found elsewhere: they count as new ones, and a document that can be read
   * and has none is this error.
   */
  lacks?(path: string): Error
  /** Signatures that earlier runs found. */
  readonly signatures?: SignatureCache | undefined
  /** Outcomes of parts that earlier runs found. */
  readonly outcomes?: OutcomeCache | undefined
}

/** Facts for the length of one run: what `--no-cache` and checks of planned writes use. */
export function factsInMemory(): FactsStore {
  const documents = new Map<string, Document>()
  const keyOf = (id: string, path: string): string => `${path}\0${id}`
  return {
    get: (id, path) => documents.get(keyOf(id, path)) ?? null,
    put: (document) => documents.set(keyOf(document.id, document.path), document),
    release: () => documents.clear(),
  }
}

/** What a long-lived process remembers from one call to the next. */
export type RecentFacts = {
  /** The facts of a basis, everything they depend on except content and path; facts of another basis are not reused. */
  readonly of: (basis: string) => FactsStore
}

/** A file has few contents at a time: as it is, as it is to become, as another process has made it meanwhile. */
const MOST_OF_A_PATH = 4

/** Facts in memory that stay few however long the process lives: the newest of every path. */
export function recentFacts(): RecentFacts {
  const byPath = new Map<string, readonly Document[]>()
  let present = ''
  return {
    of: (basis) => {
      if (basis !== present) byPath.clear()
      present = basis
      return {
        get: (id, path) => byPath.get(path)?.find((one) => one.id === id) ?? null,
        put: (document) => {
          const others = (byPath.get(document.path) ?? []).filter(({ id }) => id !== document.id)
          byPath.set(document.path, [document, ...others].slice(0, MOST_OF_A_PATH))
        },
      }
    },
  }
}

/** The same store, which keeps for the next run all facts that are put. */
export function keepingFacts(facts: FactsStore): FactsStore {
  return {
    ...facts,
    put: (document) => {
      facts.put(document)
      facts.keep?.(document)
    },
  }
}

/** Asks what is at hand first, and keeps there what it found behind it: both sides of a check ask for most documents. */
export function getThrough(recent: FactsStore, behind: FactsStore['get']): FactsStore['get'] {
  return (id, path) => {
    const known = recent.get(id, path)
    if (known) return known
    const found = behind(id, path)
    if (found) recent.put(found)
    return found
  }
}

/** Facts of earlier runs behind those in memory. */
export function withRecentFacts(kept: FactsStore, recent: FactsStore): FactsStore {
  return {
    get: getThrough(recent, kept.get),
    put: (document) => {
      recent.put(document)
      kept.put(document)
    },
    save: () => kept.save?.(),
  }
}
