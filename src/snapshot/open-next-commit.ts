import { type FileListing, type SnapshotFile, withChanges } from '../core/snapshot.ts'
import { type IndexChange, listIndexChanges } from '../git/read-index.ts'
import type { GitOptions } from '../git/run-git.ts'
import { listedSnapshot } from './blob-files.ts'
import { openHead, openStaged } from './open-snapshot.ts'
import type { RealSnapshot, StagedSnapshot } from './real-snapshot.ts'

/** What the next commit would hold, and what HEAD holds: null before the first commit. */
export type NextCommit = {
  readonly after: StagedSnapshot
  readonly before: RealSnapshot | null
  /** Every path that they do not have alike; absent where that is not known. */
  readonly changed?: readonly string[]
}

/** Opens both sides of the next commit. HEAD is not listed: it is the index but for what a commit would change. */
export async function openNextCommit(top: string, options: GitOptions = {}): Promise<NextCommit> {
  const [after, changes] = await Promise.all([openStaged(top, options), listIndexChanges(top, options)])
  if (!changes) return { after, before: null }
  const files = filesBefore(after, changes)
  // Somebody staged more in between.
  if (!files) return { after, before: await openHead(top, options) }
  const oddPaths = oddBefore(after, changes)
  const before = listedSnapshot({ label: 'last commit', top, files, oddPaths, options })
  return { after, before, changed: changes.flatMap(({ path, odd }) => (odd ? [] : [path])) }
}

/** The files without the changes; null when these are not the changes that led to them. */
function filesBefore({ files }: StagedSnapshot, changes: readonly IndexChange[]): FileListing | null {
  const before = new Map<string, SnapshotFile | null>()
  for (const { path, odd, head, staged } of changes) {
    if (odd) continue
    const present = files.get(path)
    if (present?.id !== staged?.id || present?.mode !== staged?.mode) return null
    before.set(path, head && { path, ...head })
  }
  return withChanges(files, before)
}

function oddBefore({ oddPaths }: StagedSnapshot, changes: readonly IndexChange[]): string[] {
  const odd = changes.filter((change) => change.odd)
  const added = new Set(odd.flatMap(({ path, head }) => (head ? [] : [path])))
  const gone = odd.flatMap(({ path, staged }) => (staged ? [] : [path]))
  return [...oddPaths.filter((path) => !added.has(path)), ...gone]
}
