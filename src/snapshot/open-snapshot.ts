import { UserError } from '../core/errors.ts'
import { safeText } from '../core/safe-text.ts'
import { type FileListing, listedFiles, type SnapshotFile, withChanges } from '../core/snapshot.ts'
import { mayRunFilters } from '../fs/content-filters.ts'
import { listFolder } from '../fs/folders.ts'
import { indexFile } from '../fs/git-directory.ts'
import { type ObjectFormat, readFiles } from '../fs/read-files.ts'
import { withoutFilters } from '../git/config.ts'
import {
  askStatus,
  listPlaces,
  listWorkTree,
  type Places,
  type WorkTreeAnswer,
  type WorkTreeEntry,
  type WorkTreeListing,
} from '../git/list-work-tree.ts'
import { type IndexChange, listIndexChanges, listStaged } from '../git/read-index.ts'
import type { Repository } from '../git/repository.ts'
import type { GitOptions } from '../git/run-git.ts'
import { listHead, listTree } from '../git/tree.ts'
import { blobSnapshot, listedSnapshot, readBlobFiles, readListed } from './blob-files.ts'
import { diskState, dropUntrustedIds } from './drop-untrusted-ids.ts'
import { isEdited } from './is-edited.ts'
import type { RealSnapshot, StagedSnapshot } from './real-snapshot.ts'

/** What a work tree is opened from: a repository's top level, or a plain folder. */
export type WorkTreeRoot = {
  readonly root: string
  readonly repository: Repository | null
  /** How git is asked: a hook may have been started for a repository that only variables name. */
  readonly git?: GitOptions | undefined
  /** Of a repository: nothing else is listed. */
  readonly places?: Places | undefined
  /** Drops every blob id: a file on disk may have other line ends than its blob. */
  readonly byBytes?: boolean | undefined
  /** Git's answer, where it is known already, and the index that it was asked with. */
  readonly asked?: { readonly status: WorkTreeAnswer; readonly index: string } | undefined
}

/** The files on disk: tracked and untracked ones of a repository without the ignored, or all of a plain folder. */
export async function openWorkTree(from: WorkTreeRoot): Promise<RealSnapshot> {
  const { root, repository, git = {}, places, asked, byBytes = false } = from
  if (!repository) return openFolder(root)
  const { top, gitDir } = repository
  const options = await filterless(repository, git)
  const before = asked?.index ?? indexFile(gitDir)
  const listing = places
    ? await listPlaces(top, places, options)
    : await listWorkTree(top, options, asked?.status)
  const isConsistent = !byBytes && before === indexFile(gitDir)
  return workTreeOf(repository, listing, { git, isConsistent })
}

/** Asks git how the work tree of a repository differs from its index. */
export async function askRepositoryStatus(repository: Repository): Promise<WorkTreeAnswer> {
  return askStatus(repository.top, await filterless(repository, {}))
}

/** Options that keep git from running filter programs of the repository. */
async function filterless({ top, gitDir, commonDir }: Repository, git: GitOptions): Promise<GitOptions> {
  const env = mayRunFilters(gitDir, commonDir) ? await withoutFilters(top, git) : {}
  return { ...git, env: { ...git.env, ...env } }
}

/** The files on disk, as git has listed them. */
function workTreeOf(
  repository: Repository,
  listing: WorkTreeListing,
  { git, isConsistent }: { readonly git: GitOptions; readonly isConsistent: boolean },
): RealSnapshot {
  const { top } = repository
  const { entries, oddPaths, unseen, hidesChanges } = listing
  const state = diskState(top, listing)
  const files = listedFiles(dropUntrustedIds({ repository, listing, state, isConsistent }))
  const format = objectFormat(entries)
  let wasEdited = false
  return {
    label: 'work tree',
    files,
    oddPaths,
    unseen,
    hidesChanges: hidesChanges || !isConsistent,
    wasEdited: () => wasEdited,
    read: (paths) =>
      readListed(files, paths, async (known) => {
        const stored = known.flatMap(({ path }) => state.stored.get(path) ?? [])
        const here = known.map(({ path }) => path).filter((path) => !state.stored.has(path))
        const blobs = stored.length > 0 ? await readBlobFiles(top, stored, git) : []
        const contents = new Map([...(await readFiles(top, here, { format })), ...blobs])
        wasEdited ||= known.some((file) => isEdited(file, contents.get(file.path)))
        return contents
      }),
  }
}

/** What the next commit would hold. */
export async function openStaged(top: string, options: GitOptions = {}): Promise<StagedSnapshot> {
  const { files, unmerged, oddPaths, skipped } = await listStaged(top, options)
  const [first] = unmerged
  if (first !== undefined) {
    throw new UserError(
      `${safeText(first)} has an unresolved merge conflict`,
      'Resolve it and `git add` the file.',
    )
  }
  return { ...listedSnapshot({ label: 'staged files', top, files, oddPaths, options }), skipped }
}

/** A commit, by its full object id. */
export async function openCommit(top: string, oid: string, options: GitOptions = {}): Promise<RealSnapshot> {
  const listing = await listTree(top, oid, options)
  const revision = oid.slice(0, 12)
  return blobSnapshot({ label: `commit ${revision}`, revision, top, ...listing, options })
}

/** What HEAD holds; null before the first commit. */
export async function openHead(top: string, options: GitOptions = {}): Promise<RealSnapshot | null> {
  const listing = await listHead(top, options)
  return listing && blobSnapshot({ label: 'last commit', revision: 'HEAD', top, ...listing, options })
}

function openFolder(root: string): RealSnapshot {
  const listing = listFolder(root)
  const files = listedFiles(listing.files.map((file) => ({ ...file, ignored: true })))
  const read: RealSnapshot['read'] = (paths) =>
    readListed(files, paths, (known) =>
      readFiles(
        root,
        known.map(({ path }) => path),
      ),
    )
  return { label: 'work tree', files, oddPaths: listing.oddPaths, read }
}

function objectFormat(entries: readonly WorkTreeEntry[]): ObjectFormat {
  return entries.find(({ id }) => id !== null)?.id?.length === 64 ? 'sha256' : 'sha1'
}

/** What the next commit would hold, and what HEAD holds: null before the first commit. */
type NextCommit = {
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
  // Another process staged more in between.
  if (!files) return { after, before: await openHead(top, options) }
  const oddPaths = oddBefore(after, changes)
  const before = listedSnapshot({ label: 'last commit', revision: 'HEAD', top, files, oddPaths, options })
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
