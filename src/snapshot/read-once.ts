import type { FileContent } from '../core/snapshot.ts'
import type { OpenSnapshot } from './real-snapshot.ts'

/**
 * A snapshot whose files are read once: what a plan is made from are the very bytes that it is made for, so that a change
 * in between is seen when it is written. Keeps in memory what was read.
 */
export function readOnce(snapshot: OpenSnapshot): OpenSnapshot {
  const known = new Map<string, FileContent>()
  return {
    ...snapshot,
    read: async (paths) => {
      const fresh = await snapshot.read(paths.filter((path) => !known.has(path)))
      for (const [path, content] of fresh) known.set(path, content)
      return new Map(
        paths.flatMap((path) => {
          const content = known.get(path)
          return content ? [[path, content] as const] : []
        }),
      )
    },
  }
}
