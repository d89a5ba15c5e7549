import type { Memory } from './memory.ts'

/** Files of which no item is known because they could not be read: unreadable is not empty. */
export function unreadPaths({ documents }: Memory): ReadonlySet<string> {
  return new Set(
    documents.filter(({ complete, items }) => !complete && items.length === 0).map(({ path }) => path),
  )
}
