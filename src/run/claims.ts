import type { Claim, Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot, SnapshotFile } from '../core/snapshot.ts'

/** A file and the layout that keeps it; `rivals` are further layouts that claim the same path. */
export type ClaimedFile = {
  readonly file: SnapshotFile
  readonly layout: Layout
  readonly claim: Claim
  readonly rivals: readonly string[]
}

/** Asks every layout about every path of a snapshot; the first to claim a path keeps it. In order of paths. */
export function claimFiles(
  snapshot: Snapshot,
  layouts: readonly Layout[],
  settings: Settings,
): ClaimedFile[] {
  const claimed: ClaimedFile[] = []
  for (const file of snapshot.files.values()) {
    const claims = layouts.flatMap((layout) => {
      const claim = layout.claim(file.path, file.mode, settings)
      return claim ? [{ layout, claim }] : []
    })
    const [first, ...others] = claims
    if (first) claimed.push({ file, ...first, rivals: others.map(({ layout }) => layout.id) })
  }
  return claimed
}
