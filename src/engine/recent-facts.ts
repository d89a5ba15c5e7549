import type { Document } from '../core/document.ts'
import type { KeptFacts } from './facts.ts'
import type { FactsStore } from './load-options.ts'

/** What a process that goes on remembers from one call to the next. */
export type RecentFacts = {
  /** The facts of a basis, all that they depend on beside content and path: of another one nothing is remembered. */
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

/** Facts of earlier runs behind those in memory. */
export function withRecentFacts(kept: KeptFacts, recent: FactsStore): KeptFacts {
  return {
    get: (id, path) => {
      const known = recent.get(id, path)
      if (known) return known
      const found = kept.get(id, path)
      if (found) recent.put(found)
      return found
    },
    put: (document) => {
      recent.put(document)
      kept.put(document)
    },
    keep: (document) => kept.keep?.(document),
    save: kept.save,
  }
}
