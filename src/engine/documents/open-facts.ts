import { openFactsCache } from '../../cache/documents.ts'
import type { Layout } from '../../core/layout.ts'
import { testHeld } from '../../core/places.ts'
import type { Settings } from '../../core/settings.ts'
import type { Repository } from '../../git/repository.ts'
import { partName } from '../claims.ts'
import { BUILD, VERSION } from '../this-run.ts'
import { type FactsStore, factsInMemory, getThrough } from './facts.ts'

/** What facts depend on other than the code, a content and a path. */
export type FactsBasis = { readonly settings: Settings; readonly parser: 'auto' | 'remark' }

/** Names all of it: facts that were found under another name are never used. */
export function factsVersion({ settings, parser }: FactsBasis): string {
  return JSON.stringify([VERSION, BUILD, { settings, parser }])
}

/** Opens the facts of earlier runs under git's own directory; without git, or with null, they last for this run. */
export function openFacts(
  repository: Repository | null,
  { layouts, ...basis }: FactsBasis & { readonly layouts: readonly Layout[] },
): FactsStore {
  const present = factsInMemory()
  if (!repository) return present
  const { commonDir } = repository
  const version = factsVersion(basis)
  const kept = openFactsCache({ commonDir, version, groupOf: groupOf(layouts, basis.settings) })
  return {
    get: getThrough(present, kept.get),
    put: present.put,
    keep: kept.put,
    save: kept.save,
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
