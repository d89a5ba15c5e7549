import { join } from 'node:path'
import { safeText, UserError } from '../core/messages.ts'
import {
  type FileListing,
  listedFiles,
  type Snapshot,
  type SnapshotFile,
  withChanges,
} from '../core/snapshot.ts'
import { mayRunFilters } from '../fs/content-filters.ts'
import { listFolder } from '../fs/folders.ts'
import { indexFile } from '../fs/git-directory.ts'
import { isThere, type ObjectFormat, readFiles } from '../fs/read-files.ts'
import { readSmall } from '../fs/text-files.ts'
import { headCommit, listHead, listTree, localParents, mergeBases } from '../git/history.ts'
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
import { type Repository, withoutFilters } from '../git/repository.ts'
import { type GitOptions, isObjectId } from '../git/run-git.ts'
import { diskState, dropUntrustedIds } from './drop-untrusted-ids.ts'
import {
  blobSnapshot,
  isEdited,
  listedSnapshot,
  type OpenSnapshot,
  type RealSnapshot,
  readBlobFiles,
  readListed,
  type StagedSnapshot,
} from './project.ts'

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

/** Asks git how the work tree of a repository differs from its index; it has been started when this returns. */
export async function askRepositoryStatus(repository: Repository): Promise<WorkTreeAnswer> {
  const options = filterless(repository, {})
  return askStatus(repository.top, options instanceof Promise ? await options : options)
}

/** Options that keep git from running filter programs of the repository. */
function filterless(
  { top, gitDir, commonDir }: Repository,
  git: GitOptions,
): GitOptions | Promise<GitOptions> {
  if (!mayRunFilters(gitDir, commonDir)) return git
  return withoutFilters(top, git).then((env) => ({ ...git, env: { ...git.env, ...env } }))
}

/** The files on disk, as git has listed them. */
function workTreeOf(
  repository: Repository,
  listing: WorkTreeListing,
  { git, isConsistent }: { readonly git: GitOptions; readonly isConsistent: boolean },
): RealSnapshot {
  const { top } = repository
  const { entries, oddPaths, unseen, hidesChanges, hasHead, head } = listing
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
    ...(hasHead && isConsistent && { hasHead }),
    ...(head !== undefined && { head }),
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

/** All parents of a merge but the first, and the merge bases, opened. */
export type MergeSnapshots = {
  /** Every further parent, in git's order. */
  readonly others: readonly OpenSnapshot[]
  /** The best common ancestors of every pair of parents; the first parent is number 0. */
  readonly bases: readonly { readonly between: readonly [number, number]; readonly snapshot: OpenSnapshot }[]
  /** What is compared with these came after they were joined. */
  readonly isRange?: true
}

/**
 * Opens what a merge joins, from the full object ids of all its parents. Throws `UserError` where a commit is missing, or a
 * shallow history does not reach back to where the parents parted.
 */
export async function openMergeSides(
  top: string,
  parents: readonly string[],
  git: GitOptions = {},
): Promise<MergeSnapshots> {
  const commits = new Map<string, Promise<OpenSnapshot>>()
  const open = (oid: string): Promise<OpenSnapshot> => {
    const opened = commits.get(oid) ?? openCommit(top, oid, git)
    commits.set(oid, opened)
    return opened
  }
  const others = await Promise.all(parents.slice(1).map(open))
  const bases: MergeSnapshots['bases'][number][] = []
  for (const [second, b] of parents.entries()) {
    for (const [first, a] of parents.slice(0, second).entries()) {
      for (const oid of await mergeBases(top, [a, b], git)) {
        bases.push({ between: [first, second], snapshot: await open(oid) })
      }
    }
  }
  return { others, bases }
}

/**
 * The commits that a merge under way brings in, by full object id; none when there is no merge. Throws `UserError` when
 * `MERGE_HEAD` cannot be read.
 */
export function mergeHeads(gitDir: string): string[] {
  const path = join(gitDir, 'MERGE_HEAD')
  if (!isThere(path)) return []
  const text = readSmall(path)
  const oids = text?.split('\n').filter((line) => line !== '') ?? []
  if (oids.length > 0 && oids.every(isObjectId)) return oids
  throw new UserError(
    'MERGE_HEAD exists, but names no commits that can be read',
    'Start the merge again: `git merge --abort`, then `git merge`.',
  )
}

/** Where git's directory of a work tree is, and how git is asked there. */
type StoredRequest = { readonly top: string; readonly gitDir: string; readonly git: GitOptions }

/**
 * Where git still has a file that is gone, newest first: what is staged, the last commit, and the commits that a merge
 * joins, be it under way or the last commit itself.
 */
export async function storedSnapshots({ top, gitDir, git }: StoredRequest): Promise<readonly Snapshot[]> {
  const [{ files, oddPaths }, head] = await Promise.all([listStaged(top, git), headCommit(top, git)])
  const staged = listedSnapshot({ label: 'staged files', top, files, oddPaths, options: git })
  if (head === null) return [staged]
  const parents = await localParents(top, head, git)
  const joined = parents.length > 1 ? parents : []
  const commits = [head, ...mergeHeads(gitDir), ...joined]
  return [staged, ...(await Promise.all(commits.map((oid) => openCommit(top, oid, git))))]
}
