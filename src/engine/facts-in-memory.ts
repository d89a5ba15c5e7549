import type { Document } from '../core/document.ts'
import type { FactsStore } from './load-options.ts'

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
