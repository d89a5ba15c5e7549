import type { Claim, Layout } from '../core/layout.ts'
import type { Settings } from '../core/settings.ts'
import type { Snapshot, SnapshotFile } from '../core/snapshot.ts'
import type { Focus } from './focus.ts'

/** A file and the layout that keeps it; `rivals` are further layouts that claim the same path. */
export type ClaimedFile = {
  readonly file: SnapshotFile
  readonly layout: Layout
  readonly claim: Claim
  readonly rivals: readonly string[]
}

/** Who is asked about which files. */
export type Claiming = {
  readonly layouts: readonly Layout[]
  readonly settings: Settings
  /** Leaves out what is no matter, before anybody is asked whose it is. */
  readonly focus?: Focus | null
}

/** Asks every layout about every path of a snapshot; the first to claim a path keeps it. In order of paths. */
export function claimFiles(snapshot: Snapshot, { layouts, settings, focus }: Claiming): ClaimedFile[] {
  const claimed: ClaimedFile[] = []
  for (const file of snapshot.files.values()) {
    const rivals: string[] = []
    let first: ClaimedFile | null = null
    for (const layout of layouts) {
      if (focus && !focus(layout, file.path)) continue
      const claim = layout.claim(file.path, file.mode, settings)
      if (!claim) continue
      if (first) rivals.push(layout.id)
      else first = { file, layout, claim, rivals }
    }
    if (first) claimed.push(first)
  }
  return claimed
}
