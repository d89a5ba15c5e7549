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
    const rivals: string[] = []
    let first: ClaimedFile | null = null
    for (const layout of layouts) {
      const claim = layout.claim(file.path, file.mode, settings)
      if (!claim) continue
      if (first) rivals.push(layout.id)
      else first = { file, layout, claim, rivals }
    }
    if (first) claimed.push(first)
  }
  return claimed
}
