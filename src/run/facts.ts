import { openFactsCache } from '../cache/facts-cache.ts'
import type { Settings } from '../core/settings.ts'
import { factsInMemory } from './facts-in-memory.ts'
import type { FactsStore } from './load-documents.ts'
import type { Project } from './project.ts'
import { BUILD, VERSION } from './version.ts'

/** A store of facts that can be kept for the next run. */
export type KeptFacts = FactsStore & { save(): Promise<void> }

/** Opens the facts of earlier runs under git's own directory; without git, or with null, they last for this run. */
export async function openFacts(project: Project | null, settings: Settings): Promise<KeptFacts> {
  const kept = project?.repository
    ? await openFactsCache(project.repository.commonDir, factsVersion(settings))
    : { get: () => null, put: () => undefined, save: async () => undefined }
  const present = factsInMemory()
  return {
    get: (id, path) => present.get(id, path) ?? kept.get(id, path),
    put: (document) => {
      present.put(document)
      kept.put(document)
    },
    save: () => kept.save(),
  }
}

/** Whatever facts depend on besides content and path. */
function factsVersion(settings: Settings): string {
  return JSON.stringify([VERSION, BUILD, settings])
}
