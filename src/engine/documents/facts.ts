import { openFactsCache } from '../../cache/documents.ts'
import type { Document } from '../../core/document.ts'
import type { Layout } from '../../core/layout.ts'
import { testHeld } from '../../core/places.ts'
import type { Settings } from '../../core/settings.ts'
import type { Project } from '../../snapshot/project.ts'
import { partName } from '../claims.ts'
import type { FactsStore } from '../context.ts'
import { BUILD, VERSION } from '../this-run.ts'

/** A store of facts that can be kept for the next run. */
export type KeptFacts = FactsStore & { save(): Promise<void> }

/** What facts depend on other than the code, a content and a path. */
export type FactsBasis = { readonly settings: Settings; readonly parser: 'auto' | 'remark' }

/** Names all of it: facts that were found under another name are never used. */
export function factsVersion({ settings, parser }: FactsBasis): string {
  return JSON.stringify([VERSION, BUILD, { settings, parser }])
}

/** Opens the facts of earlier runs under git's own directory; without git, or with null, they last for this run. */
export async function openFacts(
  project: Project | null,
  { layouts, ...basis }: FactsBasis & { readonly layouts: readonly Layout[] },
): Promise<KeptFacts> {
  const kept = project?.repository
    ? openFactsCache({
        commonDir: project.repository.commonDir,
        version: factsVersion(basis),
        groupOf: groupOf(layouts, basis.settings),
      })
    : { get: () => null, put: () => undefined, save: async () => undefined, release: () => undefined }
  const present = factsInMemory()
  return {
    get: (id, path) => {
      const known = present.get(id, path)
      if (known) return known
      const found = kept.get(id, path)
      // Both sides of a check ask for most documents.
      if (found) present.put(found)
      return found
    },
    put: present.put,
    keep: kept.put,
    save: () => kept.save(),
    release: () => {
      present.release?.()
      kept.release()
    },
  }
}

/** What is judged together is asked for together; null where a layout is not divided. */
function groupOf(layouts: readonly Layout[], settings: Settings): (path: string) => string | null {
  const divided = layouts
    .filter(({ parts }) => parts?.of)
    .map((layout) => ({ layout, isHeld: testHeld(layout, settings) }))
  return (path) => {
    const one = divided.find(({ isHeld }) => isHeld(path))
    return one ? partName(one.layout, path, settings) : null
  }
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
