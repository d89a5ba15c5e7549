import type { Layout } from '../core/layout.ts'
import type { OpenSnapshot } from '../snapshot/real-snapshot.ts'
import { type Claiming, claimFiles } from './claims.ts'
import type { MemoryContext } from './load-options.ts'

/** Files that lie where a layout keeps its own, and the layout is not on. */
export type LookAlike = {
  readonly layout: Layout
  /** In order of paths, one at least. */
  readonly paths: readonly string[]
  /** Why they are not the layout's. */
  readonly why: string
}

/** What looks like memory in a snapshot and is not claimed: nothing of it was read as memory. */
export function findLookAlikes(
  snapshot: OpenSnapshot,
  { unsigned = [], settings }: Pick<MemoryContext, 'unsigned' | 'settings'>,
): readonly LookAlike[] {
  return unsigned.flatMap((layout) => {
    const paths = resembling(snapshot, { layouts: [layout], settings })
    return paths.length > 0 ? [{ layout, paths, why: `no ${layout.signature}` }] : []
  })
}

/** Files that other tools keep there as well resemble nothing. */
function resembling(snapshot: OpenSnapshot, claiming: Claiming): readonly string[] {
  return claimFiles(snapshot, claiming).flatMap(({ file, layout, claim }) => {
    const kind = layout.kinds.find(({ id }) => id === claim.kind)
    return kind?.ordinary ? [] : [file.path]
  })
}
