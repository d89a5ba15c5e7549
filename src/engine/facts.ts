import { openFactsCache } from '../cache/documents.ts'
import type { Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { Project } from '../snapshot/project.ts'
import { factsInMemory } from './facts-in-memory.ts'
import type { FactsStore } from './load-options.ts'
import { partName } from './part-name.ts'
import { BUILD, VERSION } from './version.ts'

/** A store of facts that can be kept for the next run. */
export type KeptFacts = FactsStore & { save(): Promise<void> }

/** What facts depend on besides the code, a content and a path. */
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
    .filter(({ partOf }) => partOf)
    .map((layout) => ({ layout, roots: layout.roots(settings).map((root) => `${root}/`) }))
  return (path) => {
    const one = divided.find(({ roots }) => roots.some((root) => path.startsWith(root)))
    return one ? partName(one.layout, path, settings) : null
  }
}
